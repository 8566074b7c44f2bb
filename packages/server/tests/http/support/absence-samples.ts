import { closureSamples } from './closure-samples.ts'
import { type Sample, sample } from './sample.ts'
import { TIME_OFF, TRAINING } from './sample-bodies.ts'

/** One call of each operation on blocks, time off, absences and closures. */
export function absenceSamples(
  ids: Readonly<Record<'absenceId' | 'blockId' | 'closureId' | 'providerId' | 'timeOffId', string>>,
): readonly Sample[] {
  const provider = `/v1/providers/${ids.providerId}`
  const absence = `/v1/absences/${ids.absenceId}`
  return [
    sample('createBlock', `POST ${provider}/blocks`, {
      start: '2026-05-05T07:00:00Z',
      end: '2026-05-05T08:00:00Z',
    }),
    sample('listBlocks', `GET ${provider}/blocks`),
    sample('deleteBlock', `DELETE ${provider}/blocks/${ids.blockId}`),
    sample('createTimeOff', `POST ${provider}/time-off`, TIME_OFF),
    sample('listTimeOff', `GET ${provider}/time-off`),
    sample('deleteTimeOff', `DELETE ${provider}/time-off/${ids.timeOffId}`),
    sample('createAbsence', 'POST /v1/absences', {
      ...TRAINING,
      start: '2026-07-06T16:00:00Z',
      end: '2026-07-06T18:00:00Z',
      providerIds: [ids.providerId],
    }),
    sample('listAbsences', 'GET /v1/absences'),
    sample('getAbsence', `GET ${absence}`),
    sample('addAbsenceDate', `PUT ${absence}/dates/2026-06-22`),
    sample('removeAbsenceDate', `DELETE ${absence}/dates/2026-06-01`),
    sample('deleteAbsence', `DELETE ${absence}`),
    ...closureSamples(ids),
  ]
}
