/** Stores a choice of the reader in this browser, if it allows that. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`holdfast-docs-${name}`, value)
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}

/** An earlier choice of the reader; undefined if there is none. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`holdfast-docs-${name}`) ?? undefined
  } catch {
    return undefined
  }
}
