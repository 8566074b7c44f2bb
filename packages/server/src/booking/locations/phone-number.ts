import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone number in E.164, such as +41443334455. Undefined if the text is no valid number, or has no country code.
 */
export function phoneNumberOf(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, { extract: false })
  return number?.isValid() ? number.number : undefined
}
