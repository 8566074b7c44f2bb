import {
  InvalidCursor,
  type Item,
  type ItemKey,
  type QueryAnswer,
  type QueryRequest,
  type Store,
  type Write,
} from '../../src/kernel/ports/store.ts'

/** How far reads may be behind. Each bound alone makes a commit visible; without one, only `settle` does. */
export interface Lag {
  /** Commits that a read may miss. */
  readonly commits?: number
  /** The age from which every read sees a commit. Needs `now`. */
  readonly milliseconds?: number
}

/** How a stale store reads. */
export interface StaleOptions {
  /** `worst`: every read is as old as it may be. `random`: each item read is of its own age within the lag. */
  readonly mode: 'worst' | 'random'
  /** Of the random ages. Default: 1. */
  readonly seed?: number
  /** Of reads of the table. */
  readonly lag?: Lag
  /** Of the entries of indexes. Default: that of the table. */
  readonly indexLag?: Lag
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/** A store whose reads are old, as those of DynamoDB may be. */
export interface StaleStore extends Store {
  /** Makes everything that was committed so far visible to every read. */
  settle(): void
}

/** The state of an item after a commit; undefined if it did not exist then. */
interface Version {
  readonly commit: number
  readonly item: Item | undefined
}

const nameOf = ({ PK, SK }: ItemKey): string => `${PK}\0${SK}`
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const keyOf = (write: Write): ItemKey => ('key' in write ? write.key : write.item)

/** A position in a range: the sort key of the table or of the index, then the key of the item. */
type Position = readonly [sortKey: string, PK: string, SK: string]

const comparePositions = (a: Position, b: Position): number =>
  compare(a[0], b[0]) || compare(a[1], b[1]) || compare(a[2], b[2])

/** Where an item stands in the partition and range of a request; undefined if it does not. */
function positionIn({ index, partition, from, to }: QueryRequest, item: Item) {
  const sortKey = index === undefined ? item.SK : item[`${index}SK`]
  const isIn =
    (index === undefined ? item.PK : item[`${index}PK`]) === partition &&
    typeof sortKey === 'string' &&
    (from === undefined || compare(sortKey, from) >= 0) &&
    (to === undefined || compare(sortKey, to) <= 0)
  return isIn ? ([sortKey, item.PK, item.SK] as const) : undefined
}

function openCursor(cursor: string): Position {
  try {
    const [sortKey, PK, SK] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return [String(sortKey), String(PK), String(SK)]
  } catch (cause) {
    throw new InvalidCursor(`"${cursor}" is not a cursor of this store`, { cause })
  }
}

/** Numbers in `[0, 1)` that depend on the seed alone (xorshift). */
function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

/** The commits that went through a stale store, and the earlier versions of what they changed. */
class History {
  readonly #inner: Store
  readonly #now: () => number
  readonly #versions = new Map<string, Version[]>()
  readonly #commitTimes: number[] = []
  #settled = 0

  constructor(inner: Store, now: () => number) {
    this.#inner = inner
    this.#now = now
  }

  get count(): number {
    return this.#commitTimes.length
  }

  settle(): void {
    this.#settled = this.count
  }

  /** The commits that a read of the greatest age sees. */
  oldest({ commits = Number.POSITIVE_INFINITY, milliseconds }: Lag): number {
    let seen = Math.max(this.#settled, this.count - commits)
    if (milliseconds === undefined) return seen
    const visibleFrom = this.#now() - milliseconds
    while ((this.#commitTimes[seen] ?? Number.POSITIVE_INFINITY) <= visibleFrom) seen += 1
    return seen
  }

  /** Remembers what stands before a transaction. */
  async before(keys: readonly ItemKey[]): Promise<void> {
    const unknown = keys.filter((key) => !this.#versions.has(nameOf(key)))
    if (unknown.length === 0) return
    const items = await this.#inner.getMany(unknown, { consistent: true })
    unknown.forEach((key, at) => {
      this.#versions.set(nameOf(key), [{ commit: 0, item: items[at] }])
    })
  }

  /** Remembers what stands after it. */
  async after(keys: readonly ItemKey[]): Promise<void> {
    const items = await this.#inner.getMany(keys, { consistent: true })
    this.#commitTimes.push(this.#now())
    const commit = this.count
    keys.forEach((key, at) => {
      this.#versions.get(nameOf(key))?.push({ commit, item: items[at] })
    })
  }

  /** The version of an item that a read sees after `seen` commits; undefined if that is the current one. */
  versionAt(key: ItemKey, seen: number): Version | undefined {
    const versions = this.#versions.get(nameOf(key))
    return versions && versionIn(versions, seen)
  }

  /** The items that later commits changed, as they were after `seen` commits. */
  *changedSince(seen: number): Iterable<readonly [name: string, item: Item | undefined]> {
    for (const [name, versions] of this.#versions) {
      const version = versionIn(versions, seen)
      if (version) yield [name, version.item]
    }
  }
}

function versionIn(versions: readonly Version[], seen: number): Version | undefined {
  const at = versions.findLastIndex(({ commit }) => commit <= seen)
  return at === versions.length - 1 ? undefined : versions[at]
}

interface Entry {
  readonly item: Item
  readonly position: Position
}

/** The reads of a stale store. */
class StaleReads {
  readonly #inner: Store
  readonly #history: History
  readonly #options: StaleOptions
  readonly #random: () => number

  constructor(inner: Store, history: History, options: StaleOptions) {
    this.#inner = inner
    this.#history = history
    this.#options = options
    this.#random = randomOf(options.seed ?? 1)
  }

  /** Replaces what a read found by the version that it may see. */
  aged(key: ItemKey, current: Item | undefined): Item | undefined {
    const version = this.#history.versionAt(key, this.#seen(this.#options.lag))
    return version ? version.item : current
  }

  async query(request: QueryRequest): Promise<QueryAnswer> {
    const { index, limit = Number.POSITIVE_INFINITY } = request
    const sign = request.descending === true ? -1 : 1
    const after = request.cursor === undefined ? undefined : openCursor(request.cursor)
    const all = await this.#entries(request)
    const entries = after
      ? all.filter(({ position }) => sign * comparePositions(position, after) > 0)
      : all
    const items: Item[] = []
    for (const [at, entry] of entries.entries()) {
      const item = index === undefined ? entry.item : await this.#itemOf(request, entry.item)
      if (item) items.push(item)
      if (items.length < limit || at === entries.length - 1) continue
      return { items, cursor: Buffer.from(JSON.stringify(entry.position)).toString('base64url') }
    }
    return { items }
  }

  /** How many commits a read sees. */
  #seen(lag: Lag = {}): number {
    const oldest = this.#history.oldest(lag)
    const ages = this.#history.count - oldest + 1
    return this.#options.mode === 'worst' ? oldest : oldest + Math.floor(this.#random() * ages)
  }

  /** The old entries of a range, in the order of the request. */
  async #entries(request: QueryRequest): Promise<readonly Entry[]> {
    const { index, partition, from, to } = request
    const { lag, indexLag = lag } = this.#options
    const seen = this.#seen(index === undefined ? lag : indexLag)
    const { items } = await this.#inner.query({
      partition,
      consistent: true,
      ...(index !== undefined && { index }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    })
    const found = new Map(items.map((item) => [nameOf(item), item]))
    for (const [name, item] of this.#history.changedSince(seen)) {
      if (item) found.set(name, item)
      else found.delete(name)
    }
    const sign = request.descending === true ? -1 : 1
    return [...found.values()]
      .flatMap((item) => {
        const position = positionIn(request, item)
        return position ? [{ item, position }] : []
      })
      .sort((a, b) => sign * comparePositions(a.position, b.position))
  }

  /** The item of an entry of an index, if it still fits the entry. */
  async #itemOf(request: QueryRequest, { PK, SK }: ItemKey): Promise<Item | undefined> {
    const current = await this.#inner.get({ PK, SK }, { consistent: true })
    const item = request.consistent === true ? current : this.aged({ PK, SK }, current)
    return item && positionIn(request, item) ? item : undefined
  }
}

/**
 * Wraps a store so that its reads are old, within a lag, unless they are `consistent`: items of the table, and
 * independently of them the entries of indexes. Like the DynamoDB adapter, a query of an index reads its items
 * from the table, and drops those that do not fit their entry; with `consistent`, the entries alone are old.
 * Only commits through this wrapper can be missed. They run one at a time.
 */
export function createStaleStore(inner: Store, options: StaleOptions): StaleStore {
  const history = new History(inner, options.now ?? (() => 0))
  const reads = new StaleReads(inner, history, options)
  let turn: Promise<unknown> = Promise.resolve()

  async function commit(...given: Parameters<Store['transact']>) {
    const keys = given[0].map(keyOf).map(({ PK, SK }) => ({ PK, SK }))
    await history.before(keys)
    let mayBeCommitted = true
    try {
      const outcome = await inner.transact(...given)
      mayBeCommitted = outcome.committed
      return outcome
    } finally {
      if (mayBeCommitted) await history.after(keys)
    }
  }

  // Functions of their own and no methods, so that parts of it can replace those of another store.
  return {
    settle: () => history.settle(),
    async get(key, read) {
      const current = await inner.get(key, read)
      return read?.consistent === true ? current : reads.aged(key, current)
    },
    async getMany(keys, read) {
      const current = await inner.getMany(keys, read)
      if (read?.consistent === true) return current
      return keys.map((key, at) => reads.aged(key, current[at]))
    },
    query: (request) =>
      request.consistent === true && request.index === undefined
        ? inner.query(request)
        : reads.query(request),
    transact(...given) {
      const outcome = turn.then(() => commit(...given))
      turn = outcome.catch(() => {})
      return outcome
    },
    scan: () => inner.scan(),
    scanPage: (cursor) => inner.scanPage(cursor),
    ping: () => inner.ping(),
    close: () => inner.close(),
  }
}
