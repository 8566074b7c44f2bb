import type { Item, Write } from '../../../src/kernel/ports/store.ts'
import type { TestApp } from './app.ts'

/** Writes that one transaction makes at most. */
const WRITES_AT_ONCE = 90
/** What is copied begins within ten weeks, so that copies of bookings are over. */
const TWO_WEEKS_SECONDS = 14 * 86_400
const ID = /[a-z]{3}_[0-9a-z]{26}/

/** The things that an account with a long past has many of, each by the item that says which id is its own. */
const KINDS: readonly RegExp[] = [
  /^BOOKING#\S+ #METADATA/,
  /^BOOKINGGROUP#\S+ #METADATA/,
  /^PAYMENT#\S+ #METADATA/,
  /^CONTACT#\S+ #METADATA/,
  /^WAITLIST#\S+ #METADATA/,
  /^CALENDAREVENT#\S+ #METADATA/,
  /^PROVIDER#\S+ BLOCK#/,
  /^ACCOUNT#\S+#EVENT /,
  /^ACCOUNT#\S+#AUDIT /,
  /^ACCOUNT#\S+#DEADLETTER /,
  /^WEBHOOK#\S+ DELIVERY#/,
  /^QUEUE#deliveries#\d+ /,
]

/** The items that belong to a thing beside its own. */
const COMPANIONS =
  /^(BOOKING|BOOKINGGROUP|PAYMENT|CONTACT|WAITLIST|CALENDAREVENT)#|^ACCOUNT#\S+#(CONTACT|SEARCH#\S+) |^CALENDAR#\S+ EVENT#|^EVENTTYPE#\S+#WAITLIST/

const placeOf = ({ PK, SK }: Item): string => [PK, SK].join(' ')

/** A value with its texts and numbers replaced. Bytes stay. */
function mapped(value: unknown, text: (of: string) => string, number: (of: number) => number) {
  const deep = (of: unknown): unknown => {
    if (typeof of === 'string') return text(of)
    if (typeof of === 'number') return number(of)
    if (Array.isArray(of)) return of.map(deep)
    if (typeof of !== 'object' || of === null || of instanceof Uint8Array) return of
    return Object.fromEntries(Object.entries(of).map(([name, each]) => [name, deep(each)]))
  }
  return deep(value)
}

/** The id that tells a thing from others of its kind: the last one of its place. */
const ownId = (item: Item): string => placeOf(item).match(new RegExp(ID, 'g'))?.at(-1) ?? ''

/** A copy of the items of a thing: of another person, with another id, and two weeks and `number` times two hours before. */
function copied(
  items: readonly Item[],
  id: string,
  number: number,
  unique: number,
): readonly Item[] {
  const tail = String(unique).padStart(6, '0')
  const start = items.find((item) => typeof item.startEpochSeconds === 'number')
  const [from, to] = [Number(start?.startEpochSeconds ?? 0), Number(start?.endEpochSeconds ?? 0)]
  const earlier = TWO_WEEKS_SECONDS + number * 7_200
  const text = (of: string): string =>
    of
      .replaceAll(id, `${id.slice(0, -6)}${tail}`)
      .replaceAll(from === 0 ? '\0' : String(from), String(from - earlier))
      .replaceAll(/(grace|double)@example\.com/g, `$1${number}@example.com`)
      .replace(/^[0-9a-f]{64}$/, (mark) => `${mark.slice(0, -6)}${tail}`)
  const seconds = (of: number): number =>
    from !== 0 && (of === from || of === to) ? of - earlier : of
  // The cast: a copy has the form of its item.
  return items.map((item) => mapped(item, text, seconds) as Item)
}

/** The log has no id in its keys, but positions. */
const logged = (item: Item, number: number): Item => ({
  ...item,
  SK: String(10_000 + number).padStart(15, '0'),
})

/**
 * Gives the accounts of a server a past: of each booking, person, stay, event and so on, `count` more of other people. What
 * the samples speak of stays as it is.
 */
export async function addHistory(server: TestApp, count: number): Promise<void> {
  const all = await server.contents()
  const seen = new Set<string>()
  let position = 0
  let writes: Write[] = []
  const flush = async (least: number): Promise<void> => {
    if (writes.length < least) return
    const token = `history-${position}-${seen.size}-${writes.length}`
    const outcome = await server.store.transact(writes, token)
    if (!outcome.committed) throw new Error(`not written: ${JSON.stringify(outcome)}`)
    writes = []
  }
  for (const item of all) {
    const kind = KINDS.find((each) => each.test(placeOf(item)))
    if (kind === undefined) continue
    const isLog = placeOf(item).includes('#EVENT ')
    const id = isLog ? String(item.id) : ownId(item)
    const place = `${kind} ${id}`
    if (seen.has(place)) continue
    seen.add(place)
    const around = all.filter(
      (each) => COMPANIONS.test(placeOf(each)) && JSON.stringify(each).includes(id),
    )
    const items = [item, ...around.filter((each) => each !== item && !isLog && isOwn(each, id))]
    for (let number = 1; number <= count; number += 1) {
      position += 1
      const copies = copied(items, id, number, position)
      const found = isLog ? copies.map((each) => logged(each, position)) : copies
      writes.push(...found.map((copy) => ({ kind: 'put-if-absent', item: copy }) as const))
      await flush(WRITES_AT_ONCE - 10)
    }
  }
  await flush(1)
}

/** Whether an item beside a thing is of that thing alone, by its place or as the reservation of its person. */
const isOwn = (item: Item, id: string): boolean =>
  placeOf(item).includes(id) || item.id === id || item.entryId === id
