import { describe, expect, test } from 'vitest'
import { extrasMessages } from '../../booking/extras/messages.ts'
import { bookingTranslations } from '../../booking/languages.ts'
import { bookingMessages } from '../../booking/messages.ts'
import { seriesMessages } from '../../booking/series/messages.ts'
import { stepMessages } from '../../booking/step-messages.ts'
import { waitlistMessages } from '../../booking/waitlist/messages.ts'
import { directoryTranslations } from '../../directory/languages.ts'
import { directoryMessages } from '../../directory/messages.ts'
import { guestStayTranslations } from '../../guest-stay/languages.ts'
import { guestStayMessages } from '../../guest-stay/messages.ts'
import { homeTranslations } from '../../home/languages.ts'
import { homeMessages } from '../../home/messages.ts'
import { entryMessages } from '../../manage/entry/messages.ts'
import { groupMessages } from '../../manage/group/messages.ts'
import { manageTranslations } from '../../manage/languages.ts'
import { manageMessages } from '../../manage/messages.ts'
import { ownBookingsTranslations } from '../../own-bookings/languages.ts'
import { ownBookingsMessages } from '../../own-bookings/messages.ts'
import { payTranslations } from '../../pay/languages.ts'
import { payMessages } from '../../pay/messages.ts'
import { providerTranslations } from '../../provider/languages.ts'
import { providerMessages } from '../../provider/messages.ts'
import { stayTranslations } from '../../stay/languages.ts'
import { stayMessages } from '../../stay/messages.ts'
import { staySearchTranslations } from '../../stay-search/languages.ts'
import { staySearchMessages } from '../../stay-search/messages.ts'
import { calendarLinkMessages } from '../calendar-links.tsx'
import { detailsMessages } from '../details-messages.ts'
import { eventTypeListMessages } from '../event-type-list.tsx'
import type { Texts, Translations, TranslationsOf } from '../language.ts'
import { locationMessages } from '../location-text.ts'
import { sharedMessages } from '../messages.ts'
import { quoteMessages } from '../nights/quote-messages.ts'
import { problemMessages } from '../problem-messages.ts'
import { redirectMessages } from '../redirect-messages.ts'
import { signedInMessages } from '../signed-in.tsx'
import { slotMessages } from '../slots/messages.ts'

const SHARED: readonly Texts<string, object>[] = [
  signedInMessages,
  sharedMessages,
  slotMessages,
  problemMessages,
  detailsMessages,
  calendarLinkMessages,
  eventTypeListMessages,
  locationMessages,
  redirectMessages,
]

/** Every page, with its own texts. */
const PAGES: readonly (readonly [Translations<object>, readonly Texts<string, object>[]])[] = [
  [
    bookingTranslations,
    [
      bookingMessages,
      stepMessages,
      extrasMessages,
      waitlistMessages,
      seriesMessages,
      quoteMessages,
      ...SHARED,
    ],
  ],
  [manageTranslations, [manageMessages, groupMessages, entryMessages]],
  [stayTranslations, [stayMessages]],
  [staySearchTranslations, [staySearchMessages]],
  [guestStayTranslations, [guestStayMessages]],
  [homeTranslations, [homeMessages]],
  [payTranslations, [payMessages]],
  [providerTranslations, [providerMessages]],
  [directoryTranslations, [directoryMessages]],
  [ownBookingsTranslations, [ownBookingsMessages]],
]

/** A text, or a function of values such as a name or a count. */
type Text = string | ((...values: readonly unknown[]) => string)

function textsIn(texts: object, path: string): readonly (readonly [path: string, text: Text])[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const own = `${path}.${name}`
    return typeof value === 'object' ? textsIn(value, own) : [[own, value as Text] as const]
  })
}

/** Every text of a language, by its path, such as `booking.details`. */
async function textsOf(language: keyof Translations<object>): Promise<ReadonlyMap<string, Text>> {
  const found = PAGES.map(async ([translations, own]) => {
    const loaded = await translations[language]?.()
    const parts = new Map<string, object>(Object.entries(loaded?.default ?? {}))
    return own.flatMap(({ name }) => textsIn(parts.get(name) ?? {}, name))
  })
  return new Map((await Promise.all(found)).flat())
}

const ENGLISH = PAGES.flatMap(([, own]) => own.flatMap(({ name, en }) => textsIn(en, name)))

/** Numbers that appear in no text, so that it shows where they are written. */
const VALUES = [7001, 7002, 7003] as const

const written = (text: Text, values: readonly unknown[]): string =>
  typeof text === 'string' ? text : text(...values)

/** Names and signs that any language may share with English. */
const INTERNATIONAL: ReadonlySet<string> = new Set([
  'shared.hourCycles.h23',
  'shared.hourCycles.h12',
  'calendarLinks.google',
  'calendarLinks.outlook',
  'location.link',
  'location.googleMeet',
  'location.teams',
])

/** Words that happen to be the same in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ['extras.optional', 'slots.inProviderZone', 'details.name'],
  es: ['manage.no', 'manage.orderTotal'],
  it: ['manage.no'],
  nl: ['slots.inProviderZone'],
  fr: ['manage.orderTotal'],
  pt: ['manage.orderTotal'],
  pl: ['quote.meals.all_inclusive'],
}

const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'tr', 'ja', 'ar'] as const

describe.each(LANGUAGES)('the translation %s', (language) => {
  test('has every text, and none is left in English by accident', async () => {
    const translated = await textsOf(language)
    const same: string[] = []
    for (const [path, english] of ENGLISH) {
      const text = translated.get(path)
      if (text === undefined) throw new Error(`${path} is missing`)
      const own = written(text, VALUES)
      if (own.trim() === '') throw new Error(`${path} is empty`)
      if (own === written(english, VALUES) && !INTERNATIONAL.has(path)) same.push(path)
    }
    expect(same).toEqual(SAME[language] ?? [])
  })

  test('writes every value that the English text writes', async () => {
    const translated = await textsOf(language)
    const dropped = ENGLISH.flatMap(([path, english]) => {
      const own = written(translated.get(path) ?? '', VALUES)
      const values = VALUES.filter((value) => written(english, VALUES).includes(String(value)))
      return values.filter((value) => !own.includes(String(value))).map((value) => [path, value])
    })
    expect(dropped).toEqual([])
  })
})

test.each([
  ['pl', ['0 nocy', '1 noc', '2 noce', '3 noce', '5 nocy', '11 nocy', '22 noce', '100 nocy']],
  ['ar', ['0 ليلة', 'ليلة واحدة', 'ليلتان', '3 ليالٍ', '5 ليالٍ', '11 ليلة', '22 ليلة', '100 ليلة']],
  [
    'fr',
    ['0 nuit', '1 nuit', '2 nuits', '3 nuits', '5 nuits', '11 nuits', '22 nuits', '100 nuits'],
  ],
  ['ja', ['0泊', '1泊', '2泊', '3泊', '5泊', '11泊', '22泊', '100泊']],
] as const)('counts in %s follow the plural rules of the language', async (language, nights) => {
  const { nights: texts } = (await stayTranslations[language]()).default
  expect([0, 1, 2, 3, 5, 11, 22, 100].map(texts.nights)).toEqual(nights)
})

test('a translation that lacks a text does not compile', () => {
  // @ts-expect-error: the other texts of the home page are missing.
  const lacking: TranslationsOf<typeof homeMessages> = { home: { title: 'Termin buchen' } }
  expect(lacking.home.title).toBe('Termin buchen')
})
