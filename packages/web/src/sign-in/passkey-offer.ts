const STORAGE_KEY = 'holdfast.passkey-offered'

/** Whether this browser has not yet been offered a passkey. Without storage: false. */
export function mayOfferPasskey(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === null
  } catch {
    return false
  }
}

/** Saves that this browser was offered a passkey, so that nobody is asked twice. */
export function noteOffer(): void {
  try {
    localStorage.setItem(STORAGE_KEY, 'yes')
  } catch {
    // Without storage, no passkey is offered.
  }
}
