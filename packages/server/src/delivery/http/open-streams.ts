/** The streams of events that a server has open. */
export interface OpenStreams {
  /** How many an account has. */
  count(accountId: string): number
  /** Keeps a stream; the answer takes it out again. */
  add(accountId: string, end: () => void): () => void
}

/** Keeps count of streams, and ends all of them when the server stops. */
export function createOpenStreams(stopping: AbortSignal): OpenStreams {
  const byAccount = new Map<string, Set<() => void>>()
  stopping.addEventListener('abort', () => {
    for (const streams of [...byAccount.values()]) for (const end of [...streams]) end()
  })
  return {
    count: (accountId) => byAccount.get(accountId)?.size ?? 0,
    add(accountId, end) {
      const streams = byAccount.get(accountId) ?? new Set()
      byAccount.set(accountId, streams)
      streams.add(end)
      return () => {
        streams.delete(end)
        if (streams.size === 0) byAccount.delete(accountId)
      }
    },
  }
}
