/** A message of a vendor that something happened to a payment. It says no more than which payment to read. */
export interface VendorNotification {
  /** The `pay_…` id in the vendor's object. Absent: the object, such as a dispute, does not carry it. */
  readonly paymentId?: string
  /** The vendor's id of the checkout, if the message is about one. */
  readonly checkoutId?: string
  /** The vendor's id of the money; see `VendorState.authorizationId`. */
  readonly authorizationId?: string
}

/** Reads a vendor's webhooks. */
export interface NotificationReader {
  /**
   * Checks the signature of a webhook and reads it. Answers undefined if the signature is wrong, or older than five
   * minutes, or the body is no event.
   */
  read(webhook: {
    readonly body: Uint8Array
    /** The header with the signature. */
    readonly signature: string
    /** The secret of the webhook at the vendor. */
    readonly secret: string
  }): Promise<VendorNotification | undefined>
}
