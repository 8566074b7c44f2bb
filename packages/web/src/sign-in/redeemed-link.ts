const STORAGE_KEY = 'holdfast.sign-in-redeemed'

/** Saves the secret of the link that signed this browser in. It works once, so it opens nothing anymore. */
export function noteRedeemed(secret: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, secret)
  } catch {
    // Without storage, the link says that it does not work anymore.
  }
}

/** Whether this secret is that of the last link that signed this browser in. */
export function wasRedeemedHere(secret: string): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === secret
  } catch {
    return false
  }
}
