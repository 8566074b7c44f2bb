/**
 * Tells within one process that an account's log has grown, so that who follows the log need not wait
 * for the next look at it. A courtesy: other processes publish too, and are not heard here.
 */
export interface Publications {
  /** Called after events of an account were published. */
  published(accountId: string): void
  /** Has `listener` called at each publication for an account, until the answer is called. */
  subscribe(accountId: string, listener: () => void): () => void
}

/** Makes the bell of one process. */
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
