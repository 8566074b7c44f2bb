import { describe, expect, test } from 'vitest'
import { EVERY_DAY, override, policyWith, rules, windows } from '../../tests/support/policies.ts'
import { starts } from '../../tests/support/queries.ts'

describe('windows that touch are joined', () => {
  const london = (durationMinutes: number) =>
    policyWith({
      timeZone: 'Europe/London',
      durationMinutes,
      slotStepMinutes: durationMinutes,
      availabilityRules: [
        { weekday: 'monday', windows: windows('23:00-24:00') },
        ...rules(['tuesday', 'wednesday', 'thursday', 'friday'], '00:00-00:30 23:00-24:00'),
        { weekday: 'saturday', windows: windows('00:00-00:30') },
      ],
    })

  test('a slot of 90 minutes fits into 23:00–24:00 and 00:00–00:30 of the next day', () => {
    const day = { from: '2023-06-13T12:00:00Z', to: '2023-06-14T12:00:00Z' }
    expect(starts({ policy: london(90), ...day })).toEqual(['2023-06-13T22:00:00Z'])
    expect(starts({ policy: london(91), ...day })).toEqual([])
    expect(starts({ policy: london(30), ...day })).toEqual([
      '2023-06-13T22:00:00Z',
      '2023-06-13T22:30:00Z',
      '2023-06-13T23:00:00Z',
    ])
  })

  test('an override does not remove what a window of the day before adds after midnight', () => {
    const policy = policyWith({
      availabilityRules: rules(EVERY_DAY, '22:00-02:00'),
      dateOverrides: [override('2026-05-05', '')],
    })
    expect(starts({ policy, from: '2026-05-04T12:00:00Z', to: '2026-05-07T12:00:00Z' })).toEqual([
      '2026-05-04T22:00:00Z',
      '2026-05-04T23:00:00Z',
      '2026-05-05T00:00:00Z',
      '2026-05-05T01:00:00Z',
      '2026-05-06T22:00:00Z',
      '2026-05-06T23:00:00Z',
      '2026-05-07T00:00:00Z',
      '2026-05-07T01:00:00Z',
    ])
  })

  test('a window that ends at 00:00 ends at the next midnight', () => {
    const policy = policyWith({ availabilityRules: rules(['monday'], '22:00-00:00') })
    expect(starts({ policy, from: '2026-05-04T00:00:00Z', to: '2026-05-06T00:00:00Z' })).toEqual([
      '2026-05-04T22:00:00Z',
      '2026-05-04T23:00:00Z',
    ])
  })
})

describe('around-the-clock availability', () => {
  const always = (durationMinutes: number, windowsText: string) =>
    policyWith({
      durationMinutes,
      slotStepMinutes: durationMinutes,
      availabilityRules: rules(EVERY_DAY, windowsText),
    })
  const twoDays = { from: '2026-05-04T00:00:00Z', to: '2026-05-06T00:00:00Z' }
  const hours = (date: string, of: readonly string[]) => of.map((hour) => `${date}T${hour}:00:00Z`)

  test('slots are counted from each local midnight and may extend past it', () => {
    expect(starts({ policy: always(420, '00:00-24:00'), ...twoDays })).toEqual([
      ...hours('2026-05-04', ['00', '07', '14', '21']),
      ...hours('2026-05-05', ['00', '07', '14', '21']),
    ])
  })

  test('windows of one date that touch are joined before slots are counted', () => {
    expect(starts({ policy: always(420, '12:00-24:00 00:00-12:00'), ...twoDays })).toEqual([
      ...hours('2026-05-04', ['00', '07', '14', '21']),
      ...hours('2026-05-05', ['00', '07', '14', '21']),
    ])
  })

  test('slots are counted from 06:00 if the windows of a day start there', () => {
    expect(starts({ policy: always(420, '06:00-18:00 18:00-06:00'), ...twoDays })).toEqual([
      ...hours('2026-05-04', ['03', '06', '13', '20']),
      ...hours('2026-05-05', ['03', '06', '13', '20']),
    ])
  })

  test('slots are not recounted at midnight if less than a day was open before', () => {
    const policy = policyWith({
      durationMinutes: 420,
      slotStepMinutes: 420,
      availabilityRules: [
        { weekday: 'monday', windows: windows('20:00-24:00') },
        { weekday: 'tuesday', windows: windows('00:00-24:00') },
      ],
    })
    expect(starts({ policy, from: '2026-05-04T00:00:00Z', to: '2026-05-07T00:00:00Z' })).toEqual([
      '2026-05-04T20:00:00Z',
      ...hours('2026-05-05', ['03', '10', '17']),
    ])
  })

  test('slots are counted from the start of an open period two dates earlier', () => {
    const policy = policyWith({
      durationMinutes: 420,
      slotStepMinutes: 420,
      dateOverrides: [override('2026-05-02', '23:00-22:59'), override('2026-05-03', '22:50-22:49')],
    })
    expect(starts({ policy, from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' })).toEqual(
      hours('2026-05-04', ['03', '10']),
    )
  })

  test('windows three dates earlier decide whether a whole day was open before a window', () => {
    const policy = policyWith({
      durationMinutes: 420,
      slotStepMinutes: 420,
      dateOverrides: [
        override('2026-05-01', '12:00-11:59'),
        override('2026-05-02', '11:59-11:58'),
        override('2026-05-03', '10:00-09:59'),
      ],
    })
    expect(starts({ policy, from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' })).toEqual([
      '2026-05-04T00:00:00Z',
    ])
  })

  test('a day of 23 hours counts as a whole day', () => {
    const policy = policyWith({
      timeZone: 'Europe/Berlin',
      durationMinutes: 420,
      slotStepMinutes: 420,
      availabilityRules: rules(['sunday', 'monday'], '00:00-24:00'),
    })
    expect(
      starts({ policy, from: '2026-03-28T00:00:00Z', to: '2026-04-01T00:00:00Z' }, 'Europe/Berlin'),
    ).toEqual([
      '2026-03-29T00:00:00+01:00',
      '2026-03-29T08:00:00+02:00',
      '2026-03-29T15:00:00+02:00',
      '2026-03-29T22:00:00+02:00',
      '2026-03-30T00:00:00+02:00',
      '2026-03-30T07:00:00+02:00',
      '2026-03-30T14:00:00+02:00',
    ])
  })
})
