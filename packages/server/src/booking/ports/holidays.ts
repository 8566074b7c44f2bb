/** A holiday of a country or a region. */
export interface Holiday {
  readonly name: string
  readonly start: string
  /** Exclusive. */
  readonly end: string
  readonly kind: 'public' | 'bank' | 'optional'
}

/** The place whose holidays are asked for. */
export interface HolidayPlace {
  readonly country: string
  readonly region?: string | undefined
}

/** A country whose holidays are known, with the zones in which it lies. */
export interface HolidayCountry {
  readonly country: string
  readonly name: string
  readonly timeZones: readonly string[]
  readonly regions: readonly { readonly region: string; readonly name: string }[]
}

/** What is not known of a place. */
export type UnknownPlace = 'unknown_country' | 'unknown_region'

/** The holidays of countries. */
export interface Holidays {
  /** What is not known of a place; undefined if it is known. */
  readonly unknownOf: (place: HolidayPlace) => Promise<UnknownPlace | undefined>
  /**
   * The holidays of a year that close schools, offices or shops, by date. Customs on working days are left out.
   * Names what is not known of the place instead.
   */
  readonly list: (
    place: HolidayPlace,
    year: number,
    language: string | undefined,
  ) => Promise<readonly Holiday[] | UnknownPlace>
  /** The countries whose holidays are known, with their regions, by name. */
  readonly countries: (language: string | undefined) => Promise<readonly HolidayCountry[]>
}
