/** A number that can receive SMS. */
export interface SmsNumber {
  /** In E.164. */
  readonly number: string
  /** Its country in ISO 3166-1 alpha-2. Absent: it belongs to none. */
  readonly country?: string
}

/** Reads the numbers of bookers. */
export interface SmsNumbers {
  /**
   * A number as somebody typed it. Without a country code it is one of `country`, or else of the first of `timeZones`
   * that belongs to a country. Undefined if it cannot receive SMS: it is no valid number, a landline, or one that costs extra.
   */
  read(text: string, timeZones: readonly string[], country?: string): Promise<SmsNumber | undefined>
}
