/** Something that is opened when it is used for the first time. */
export interface Lazy<Value> {
  /** Opens it, unless it is open. */
  open(): Promise<Value>
  /** What was opened; undefined if nobody used it. */
  opened(): Promise<Value | undefined>
}

/**
 * Opens something at its first use, so that a server does not load the modules of what it never uses. A failure is
 * not kept: the next use tries again.
 */
export function lazily<Value>(open: () => Promise<Value>): Lazy<Value> {
  let opening: Promise<Value> | undefined
  return {
    open() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    opened: async () => await opening,
  }
}
