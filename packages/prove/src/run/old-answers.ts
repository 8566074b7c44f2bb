import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** How old an answer of an eventually consistent read may be. */
export const LAG_MILLISECONDS = 1_000

/** How many items and pages are remembered before old ones are forgotten. */
const MAX_NAMES = 20_000

/** An answer of DynamoDB, as bytes. */
export interface WireAnswer {
  readonly status: number
  readonly body: Buffer
}

/** A part of an answer that may be older than the others: an item, or a page of a query. */
interface Part {
  readonly name: string
  /** Undefined: there is no such item. */
  readonly value: unknown
}

/** What a read asked for, and how to put its answer together again. */
interface Read {
  readonly isConsistent: boolean
  readonly partsOf: (output: Json) => readonly Part[]
  readonly answerOf: (output: Json, parts: readonly Part[]) => Json
}

/** A part as it was. `at`: when its read was sent, by a clock that never steps back. */
interface Seen {
  readonly at: number
  readonly value: unknown
}

type Json = Readonly<Record<string, unknown>>
type Keys = readonly Json[]

/**
 * Makes eventually consistent reads of DynamoDB old, as they may be there. It remembers what reads of any kind have
 * found, item by item, and queries page by page. A share of the reads without `ConsistentRead` is answered with the oldest
 * state that was read up to a second before. A read that asks for consistency gets what the engine answers.
 */
export class OldAnswers {
  /** How many reads got an answer that was different from the newest. */
  staleCount = 0
  readonly #random: () => number
  readonly #now: () => number
  readonly #seen = new Map<string, Seen[]>()
  #share = 0

  /** `random`: numbers in `[0, 1)`; `now`: milliseconds. */
  constructor(random: () => number, now: () => number = () => performance.now()) {
    this.#random = random
    this.#now = now
  }

  /** Sets the share of eventually consistent reads that are old, from 0 to 1. With 0, it remembers nothing. */
  setShare(share: number): void {
    this.#share = share
    if (share === 0) this.#seen.clear()
  }

  /** Resolves when every read shows what was written before the call, however old it may be. */
  async settled(): Promise<void> {
    if (this.#share > 0) await sleep(LAG_MILLISECONDS + 1)
  }

  /** Asks the engine, and answers what the sender of the request may see. */
  async through(
    operation: string,
    body: Buffer,
    ask: () => Promise<WireAnswer>,
  ): Promise<WireAnswer> {
    const read = this.#share === 0 ? undefined : readOf(operation, body)
    if (read === undefined) return await ask()
    const at = this.#now()
    const answer = await ask()
    if (answer.status !== 200) return answer
    const output = JSON.parse(answer.body.toString()) as Json
    const parts = read.partsOf(output)
    const isOld = !read.isConsistent && this.#random() < this.#share
    const older = isOld ? parts.map((part) => this.#oldest(part)) : parts
    for (const part of parts) this.#remember(part, at)
    if (isDeepStrictEqual(older, parts)) return answer
    this.staleCount += 1
    return { status: 200, body: Buffer.from(JSON.stringify(read.answerOf(output, older))) }
  }

  /** The oldest state of a part that a read may still see; the part itself if nothing else is known. */
  #oldest(part: Part): Part {
    const visibleFrom = this.#now() - LAG_MILLISECONDS
    const found = this.#seen.get(part.name)?.find(({ at }) => at >= visibleFrom)
    return found === undefined ? part : { name: part.name, value: found.value }
  }

  #remember({ name, value }: Part, at: number): void {
    const tooOld = this.#now() - LAG_MILLISECONDS
    const seen = (this.#seen.get(name) ?? []).filter((each) => each.at >= tooOld)
    this.#seen.set(
      name,
      [...seen, { at, value }].sort((a, b) => a.at - b.at),
    )
    if (this.#seen.size <= MAX_NAMES) return
    for (const [known, states] of this.#seen) {
      if (states.every((each) => each.at < tooOld)) this.#seen.delete(known)
    }
  }
}

/** A read that can be old. Undefined: the operation writes, or reads the whole table. */
function readOf(operation: string, body: Buffer): Read | undefined {
  switch (operation) {
    case 'GetItem':
      return readOfItem(JSON.parse(body.toString()))
    case 'BatchGetItem':
      return readOfItems(JSON.parse(body.toString()))
    case 'Query':
      return readOfPage(JSON.parse(body.toString()))
    default:
      return undefined
  }
}

const itemName = (table: string, key: Json): string =>
  `${table} ${JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))}`

function readOfItem(input: {
  readonly TableName: string
  readonly Key: Json
  readonly ConsistentRead?: boolean
}): Read {
  const name = itemName(input.TableName, input.Key)
  return {
    isConsistent: input.ConsistentRead === true,
    partsOf: ({ Item }) => [{ name, value: Item }],
    answerOf: ({ Item: _, ...rest }, [part]) => ({
      ...rest,
      ...(part?.value !== undefined && { Item: part.value }),
    }),
  }
}

/** Several items of one table, as the adapter reads them. */
function readOfItems({
  RequestItems,
}: {
  readonly RequestItems: Readonly<
    Record<string, { readonly Keys: Keys; readonly ConsistentRead?: boolean }>
  >
}): Read | undefined {
  const [asked, ...others] = Object.entries(RequestItems)
  if (asked === undefined || others.length > 0) return undefined
  const [table, { Keys, ConsistentRead }] = asked
  const isOf = (key: Json, item: Json) =>
    Object.entries(key).every(([name, value]) => isDeepStrictEqual(item[name], value))
  return {
    isConsistent: ConsistentRead === true,
    partsOf: (output) => {
      const found = (output.Responses as Readonly<Record<string, Keys>> | undefined)?.[table] ?? []
      const unread = (output.UnprocessedKeys ?? {}) as Readonly<
        Record<string, { readonly Keys: Keys }>
      >
      return Keys.filter(
        (key) => !unread[table]?.Keys.some((each) => isDeepStrictEqual(each, key)),
      ).map((key) => ({ name: itemName(table, key), value: found.find((item) => isOf(key, item)) }))
    },
    answerOf: (output, parts) => ({
      ...output,
      Responses: { [table]: parts.flatMap(({ value }) => value ?? []) },
    }),
  }
}

/** A page of a query. Of an index, there are no consistent reads. */
function readOfPage(input: Json): Read {
  const { ConsistentRead, ...asked } = input
  const name = JSON.stringify(asked)
  return {
    isConsistent: ConsistentRead === true,
    partsOf: (output) => [{ name, value: output }],
    // A page is one part, whose value is the whole output.
    answerOf: (output, [part]) => (part?.value ?? output) as Json,
  }
}
