import type { CountryCode } from 'libphonenumber-js/max'
import type { PhoneNumbers } from '../../people/ports/phone-numbers.ts'

/** Creates a reader of phone numbers. The library, with its metadata of 190 kB, is loaded for the first number. */
export function createPhoneNumbers(): PhoneNumbers {
  let countries: ReadonlyMap<string, CountryCode> | undefined
  return {
    async toE164(text, timeZones, country) {
      const library = await import('libphonenumber-js/max')
      countries ??= countriesByZone(library.getCountries())
      const ofZones = timeZones.map((zone) => countries?.get(canonicalZone(zone))).find(Boolean)
      const fallback =
        country !== undefined && library.isSupportedCountry(country) ? country : undefined
      const defaultCountry = ofZones ?? fallback
      const number = library.parsePhoneNumberFromString(text, {
        extract: false,
        ...(defaultCountry && { defaultCountry }),
      })
      // E.164 has no extension, and must not lose one silently.
      return number?.isValid() && number.ext === undefined ? number.number : undefined
    },
  }
}

/** The country of each time zone, by the zone's name in ICU. */
function countriesByZone(countries: readonly CountryCode[]): ReadonlyMap<string, CountryCode> {
  const byZone = new Map<string, CountryCode>()
  for (const country of countries) {
    for (const zone of zonesOf(country)) byZone.set(zone, country)
  }
  return byZone
}

// TypeScript does not know this method of ECMA-402 yet.
type LocaleWithZones = Intl.Locale & { getTimeZones(): readonly string[] | undefined }

const zonesOf = (country: CountryCode): readonly string[] =>
  (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? []

/** The name of a zone in ICU: `Asia/Calcutta` for `Asia/Kolkata`. */
function canonicalZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
