/**
 * Wakes the readers of an account's log within one process, so that they need not wait for their next
 * poll. Publications of other processes are not announced here.
 */
export interface Publications {
  /** Called after events of an account were published. */
  published(accountId: string): void
  /** Calls `listener` at each publication of an account; the answer unsubscribes. */
  subscribe(accountId: string, listener: () => void): () => void
}

/** Creates the publications of one process. */
export function createPublications(): Publications {
  const listeners = new Map<string, Set<() => void>>()
  return {
    published(accountId) {
      for (const listener of listeners.get(accountId) ?? []) listener()
    },
    subscribe(accountId, listener) {
      const ofAccount = listeners.get(accountId) ?? new Set()
      listeners.set(accountId, ofAccount)
      ofAccount.add(listener)
      return () => {
        ofAccount.delete(listener)
        if (ofAccount.size === 0) listeners.delete(accountId)
      }
    },
  }
}
