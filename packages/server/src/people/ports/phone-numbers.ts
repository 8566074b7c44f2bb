/** Reads phone numbers by the numbering plans of the world. */
export interface PhoneNumbers {
  /**
   * The number in E.164, such as `+4930901820`. Without a country code, it is a number of the country of the
   * first of `timeZones` that belongs to one, or of `country` (ISO 3166-1 alpha-2). Undefined if it is no valid number, or
   * has an extension.
   */
  toE164(text: string, timeZones: readonly string[], country?: string): Promise<string | undefined>
}
