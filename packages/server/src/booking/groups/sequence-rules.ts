import { ok, type Result, refuse, SEQUENCE_GAP_MINUTES, SEQUENCE_PARTS_MAX } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type LoadedEventType, wallTimeOf } from '../bookings/offer.ts'
import { whyNoPart } from '../visits/in-common.ts'
import type { GroupInput, GroupItem } from './group-input.ts'

/** Checks that the items of a group follow each other. `loaded`: their event types, by id. */
export function checkSequence(
  { items, maxGapMinutes = SEQUENCE_GAP_MINUTES }: Pick<GroupInput, 'items' | 'maxGapMinutes'>,
  loaded: ReadonlyMap<string, LoadedEventType>,
): Result<undefined, Refusal> {
  if (items.length < 2 || items.length > SEQUENCE_PARTS_MAX) {
    return invalid('/items', `must be 2 to ${SEQUENCE_PARTS_MAX} with \`sequence\``)
  }
  let end: number | undefined
  for (const [index, item] of items.entries()) {
    const { eventTypeId, startEpochSeconds } = item
    const part = loaded.get(eventTypeId)
    if (part === undefined) throw new Error(`the event type ${eventTypeId} was not read`)
    const fits = checkItem(items, index, part)
    if (!fits.ok) return fits
    const latest = end === undefined ? undefined : end + maxGapMinutes * 60
    if (end !== undefined && latest !== undefined) {
      if (startEpochSeconds < end || startEpochSeconds > latest) {
        const localStart = wallTimeOf(startEpochSeconds, part.provider.timeZone)
        const refusal = {
          code: 'not_in_sequence',
          earliestEpochSeconds: end,
          latestEpochSeconds: latest,
        } as const
        return refuse({ code: 'group_item_refused', refusal, item: { index, localStart } })
      }
    }
    end = startEpochSeconds + part.policy.durationMinutes * 60
  }
  return ok(undefined)
}

/** The members of an item that a part of a sequence cannot have: they change when it is, or how long. */
const NOT_IN_SEQUENCE = ['recurrence', 'seats', 'durationMinutes'] as const

function checkItem(
  items: readonly GroupItem[],
  index: number,
  { eventType }: LoadedEventType,
): Result<undefined, Refusal> {
  const item = items[index]
  const pointer = `/items/${index}`
  const extra = NOT_IN_SEQUENCE.find((name) => item?.[name] !== undefined)
  if (extra !== undefined) return invalid(`${pointer}/${extra}`, 'is not possible with `sequence`')
  if (items.findIndex(({ eventTypeId }) => eventTypeId === eventType.id) !== index) {
    return invalid(`${pointer}/eventTypeId`, 'is that of an earlier item; each can be one part')
  }
  const why = whyNoPart(eventType)
  return why === undefined
    ? ok(undefined)
    : invalid(`${pointer}/eventTypeId`, `"${eventType.id}" cannot be part of a visit: ${why}`)
}
