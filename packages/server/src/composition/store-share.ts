import type { Store } from '../kernel/ports/store.ts'

/** Shares one store, and the thread, between requests and background work. Requests go first. */
export interface StoreShare {
  /** The store as requests use it. */
  requests(store: Store): Store
  /** The store as background work uses it. */
  background(store: Store): Store
}

/**
 * No sharing, for a store on another machine or in another process: its calls leave the thread free while they wait, so
 * waiting for requests would only cost CPU.
 */
export const UNSHARED: StoreShare = {
  requests: (store) => store,
  background: (store) => store,
}

/** How long background work may use the thread before the event loop takes in requests. */
const SLICE_MILLISECONDS = 2
/** How long background work waits for requests at most, so that it never stands still. */
const PATIENCE_MILLISECONDS = 10
/** The most transactions of background work at once: those of requests wait behind them. */
const MOST_TRANSACTIONS = 64

/**
 * Creates the share for a store on the thread of the requests, as SQLite is. While a request waits for the store, background work starts no further call, for at most 10 ms.
 * So under load it still gets a part of the thread. Without requests it only lets the event loop turn every 2 ms.
 */
export function createStoreShare(): StoreShare {
  let openRequests = 0
  let lastTurn = performance.now()
  let turn: Promise<void> | undefined
  let open = 0
  const queue: (() => void)[] = []

  const nextTurn = (): Promise<void> => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined
        lastTurn = performance.now()
        resolve()
      })
    })
    return turn
  }
  /** Waits until background work may start a call. */
  const courtesy = async (): Promise<void> => {
    const now = performance.now()
    if (now - lastTurn >= SLICE_MILLISECONDS) await nextTurn()
    const until = now + PATIENCE_MILLISECONDS
    const isInTheWay = () => openRequests > 0 && performance.now() < until
    while (isInTheWay()) await nextTurn()
  }
  const counted = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    openRequests += 1
    try {
      return await call()
    } finally {
      openRequests -= 1
    }
  }
  const politely = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    await courtesy()
    return await call()
  }
  const inOrder = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    if (open >= MOST_TRANSACTIONS) await new Promise<void>((resolve) => queue.push(resolve))
    else open += 1
    try {
      return await politely(call)
    } finally {
      const next = queue.shift()
      if (next === undefined) open -= 1
      else next()
    }
  }
  return {
    requests: (store) => ({
      ...through(store, counted),
      transact: (...given) => counted(() => store.transact(...given)),
    }),
    background: (store) => ({
      ...through(store, politely),
      transact: (...given) => inOrder(() => store.transact(...given)),
    }),
  }
}

type Around = <Value>(call: () => Promise<Value>) => Promise<Value>

/** A store whose reads go through a function. */
const through = (store: Store, around: Around): Omit<Store, 'transact'> => ({
  get: (...given) => around(() => store.get(...given)),
  getMany: (...given) => around(() => store.getMany(...given)),
  query: (...given) => around(() => store.query(...given)),
  scan: () => store.scan(),
  scanPage: (...given) => around(() => store.scanPage(...given)),
  ping: () => store.ping(),
  close: () => store.close(),
})
