import { type Result, SEQUENCE_GAP_MINUTES, sequencesOf } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { loadEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { readPart } from '../sequences/read-parts.ts'
import type { GroupInput, GroupItem } from './group-input.ts'
import { type Book, dependsOnPerson } from './one-person.ts'

/** How often people are chosen again because one of them was taken meanwhile. */
const CHOICES_MAX = 3

/**
 * Books a sequence. Each part takes who suits it best. If a part finds nobody then, the people of all parts are chosen
 * together, as the list of sequences does.
 */
export async function bookSequence<Made>(
  deps: BookingDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  input: GroupInput,
  book: Book<Made>,
): Promise<Result<Made, Refusal>> {
  let made = await book(input)
  for (let choices = 0; choices < CHOICES_MAX; choices += 1) {
    if (made.ok || input.isOverride || !dependsOnPerson(made.refusal)) return made
    const people = await peopleOfParts(deps, accountId, input)
    if (people === undefined) return made
    const items = input.items.map((item, index) => ({ ...item, only: people[index] }))
    made = await book({ ...input, items })
  }
  return made
}

/** Who can serve all parts at their starts, for each part; undefined if nobody can. */
async function peopleOfParts(
  deps: BookingDependencies,
  accountId: string,
  { items, maxGapMinutes = SEQUENCE_GAP_MINUTES }: Pick<GroupInput, 'items' | 'maxGapMinutes'>,
): Promise<readonly ReadonlySet<string>[] | undefined> {
  const read = await Promise.all(items.map((item) => partOf(deps, accountId, item)))
  const parts = read.flatMap((part) => (part.ok ? [part.value] : []))
  if (parts.length < items.length) return undefined
  const [sequence] = sequencesOf(parts, maxGapMinutes, 1)
  return sequence?.map(({ people }) => new Set(people.flat()))
}

async function partOf(
  deps: BookingDependencies,
  accountId: string,
  { eventTypeId, startEpochSeconds, chosen }: GroupItem,
) {
  const loaded = await loadEventType(deps, accountId, eventTypeId, true)
  if (!loaded.ok) return loaded
  const start = startEpochSeconds / 60
  const range = { fromEpochMinutes: start, toEpochMinutes: start + 1 }
  return await readPart(deps, { loaded: loaded.value, range, chosen }, { consistent: true })
}
