import { z } from '@hono/zod-openapi'

const code = (pattern: RegExp, text: string) => z.string({ error: text }).regex(pattern, text)

/** The country of a calendar of holidays. */
export const holidayCountry = () =>
  code(/^[A-Z]{2}$/, 'must be a country by ISO 3166-1 alpha-2, such as "DE"').openapi({
    description: 'ISO 3166-1 alpha-2.',
    example: 'DE',
  })

/** The region of a calendar of holidays, within its country. */
export const holidayRegion = () =>
  code(
    /^[A-Za-z0-9]{1,10}(?:-[A-Za-z0-9]{1,10})?$/,
    'must be a region of the country, such as "BE"',
  ).openapi({
    description: 'A region of the country, as `GET /v1/holidays/countries` lists them.',
    example: 'BE',
  })

const language = () =>
  code(/^[a-z]{2}$/, 'must be a language, such as "en"')
    .optional()
    .openapi({
      description:
        'The language of the names, by ISO 639-1. Default: the first language of the country. A name that is not known in it is in the language of the country or in English.',
      example: 'en',
    })

/** `GET /v1/holidays`. */
export const HolidayQuery = z.strictObject({
  country: holidayCountry(),
  region: holidayRegion().optional().describe('Default: the holidays of the whole country.'),
  year: z
    .string({ error: 'must be a year from 2000 to 2099' })
    .regex(/^20\d\d$/, { error: 'must be a year from 2000 to 2099' })
    .transform(Number)
    .openapi({ type: 'integer', minimum: 2000, maximum: 2099, example: 2027 })
    .describe('From 2000 to 2099.'),
  language: language(),
})

/** `GET /v1/holidays/countries`. */
export const HolidayCountryQuery = z.strictObject({ language: language() })

/** One holiday of a year. */
export const Holiday = z
  .object({
    name: z.string().openapi({ description: 'Its name.', example: "New Year's Day" }),
    start: z.string().openapi({ description: 'The first date.', example: '2027-01-01' }),
    end: z.string().openapi({ description: 'The end, exclusive.', example: '2027-01-02' }),
    kind: z.enum(['public', 'bank', 'optional']).openapi({
      description:
        '`public`: by law. `bank`: banks and offices close, often for a part of the day. `optional`: many have it off.',
      example: 'public',
    }),
  })
  .openapi('Holiday', { description: 'A holiday of a country or a region.' })

/** `GET /v1/holidays`. */
export const HolidayList = z
  .object({ data: z.array(Holiday).describe('All holidays of the year.') })
  .openapi('HolidayList', { description: 'The holidays of a year, by date.' })

/** `GET /v1/holidays/countries`. */
export const HolidayCountryList = z
  .object({
    data: z
      .array(
        z.object({
          country: holidayCountry(),
          name: z.string().openapi({ description: 'Its name.', example: 'Germany' }),
          timeZones: z
            .array(z.string())
            .openapi({ description: 'Its IANA time zones.', example: ['Europe/Berlin'] }),
          regions: z
            .array(
              z.object({
                region: holidayRegion(),
                name: z.string().openapi({ description: 'Its name.', example: 'Berlin' }),
              }),
            )
            .describe('Its regions, by name. Some are parts of another region.'),
        }),
      )
      .describe('The countries, by name.'),
  })
  .openapi('HolidayCountryList', { description: 'The countries whose holidays are known.' })

export type HolidayCountryList = z.infer<typeof HolidayCountryList>
