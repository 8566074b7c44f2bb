/** The open event streams of a server. */
export interface OpenStreams {
  /** Number of open streams of an account. */
  count(accountId: string): number
  /** Adds a stream. Returns a function that removes it. */
  add(accountId: string, end: () => void): () => void
}

/** Creates a list of open streams that ends all of them when the server stops. */
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
