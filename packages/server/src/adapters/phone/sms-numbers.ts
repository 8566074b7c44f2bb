import type { SmsNumbers } from '../../delivery/ports/sms-numbers.ts'
import { createPhoneNumbers } from './phone-numbers.ts'

/** Landlines cannot read an SMS, and one to the others may cost a multiple. */
const WITHOUT_SMS: ReadonlySet<string> = new Set([
  'FIXED_LINE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
])

/** Creates a reader of numbers that can receive SMS. */
export function createSmsNumbers(): SmsNumbers {
  const { toE164 } = createPhoneNumbers()
  return {
    async read(text, timeZones, country) {
      const number =
        (country && (await toE164(text, [], country))) ?? (await toE164(text, timeZones))
      if (number === undefined || number === '') return undefined
      const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
      const parsed = parsePhoneNumberFromString(number)
      if (WITHOUT_SMS.has(parsed?.getType() ?? '')) return undefined
      return { number, ...(parsed?.country && { country: parsed.country }) }
    },
  }
}
