const WEB = new URL('../../packages/web/src/', import.meta.url)

/** Where the plain page's texts are written. */
export const PLAIN_TEXTS = 'packages/server/src/booking/http/plain-texts.generated.ts'

/** What stands for the value in a text that is a function of it. */
const VALUE = '{}'

type Part = Readonly<Record<string, unknown>>

/** A module of the pages. The types of the pages are checked with the pages. */
const ofPages = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  await import(new URL(path, WEB).href)

/** The English texts of a part. */
async function english(path: string, name: string): Promise<Part> {
  const { [name]: texts } = await ofPages(path)
  return (texts as { readonly en: Part }).en
}

/** The English texts by the names of their parts. */
const readEnglish = async (): Promise<Readonly<Record<string, Part>>> => ({
  booking: await english('booking/messages.ts', 'bookingMessages'),
  steps: await english('booking/step-messages.ts', 'stepMessages'),
  extras: await english('booking/extras/messages.ts', 'extrasMessages'),
  details: await english('shared/details-messages.ts', 'detailsMessages'),
  plain: await english('plain/messages.ts', 'plainMessages'),
  location: await english('shared/location-text.ts', 'locationMessages'),
  shared: await english('shared/messages.ts', 'sharedMessages'),
  problems: await english('shared/problem-messages.ts', 'problemMessages'),
  slots: await english('shared/slots/messages.ts', 'slotMessages'),
})

type Load = () => Promise<{ readonly default: Readonly<Record<string, Part>> }>

/** The texts that the plain page shows, of those of the booking page. */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  booking: ['confirmations', 'duration', 'withWhom', 'noPreference'],
  steps: [
    'details',
    'chosen',
    'emailHint',
    'confirm',
    'request',
    'otherTime',
    'checkEmailTitle',
    'checkEmail',
    'doneTitle',
    'requestedTitle',
    'done',
    'requested',
    'manage',
    'manageHint',
  ],
  extras: ['where', 'place', 'phone', 'phoneHint', 'optional', 'choose'],
  details: ['name', 'email', 'note', 'notAccepted'],
  location: ['inPerson', 'callNumber', 'callYou', 'link', 'googleMeet', 'teams', 'askBooker'],
  plain: ['link', 'neededTitle', 'needed', 'answersFirst', 'open'],
  shared: ['failedTitle', 'failed', 'busyTitle', 'poweredBy'],
  slots: [
    'untilWhen',
    'zoneIs',
    'previousMonth',
    'nextMonth',
    'chooseDay',
    'timesOn',
    'noTimesTitle',
    'noTimes',
  ],
}

const plain = (text: unknown): unknown =>
  typeof text === 'function' ? (text as (value: string) => string)(VALUE) : text

function picked(parts: Readonly<Record<string, Part>>): Readonly<Record<string, unknown>> {
  const own = Object.entries(WANTED).flatMap(([part, names]) =>
    names.map((name) => [`${part}.${name}`, plain(parts[part]?.[name])] as const),
  )
  return { ...Object.fromEntries(own), problems: parts.problems }
}

/** The source with the texts of the plain page in each language. */
export async function plainTextsSource(): Promise<string> {
  const all: Record<string, unknown> = { en: picked(await readEnglish()) }
  const { bookingTranslations } = await ofPages('booking/languages.ts')
  const { plainTranslations } = await ofPages('plain/languages.ts')
  const own = plainTranslations as Readonly<Record<string, Load>>
  for (const [language, load] of Object.entries(
    bookingTranslations as Readonly<Record<string, Load>>,
  )) {
    all[language] = picked({ ...(await load()).default, ...(await own[language]?.())?.default })
  }
  return `/* Made from the texts of the booking page by tools/plain-texts/main.ts. */\n\n/** The texts of the booking page that works without scripts. \`{}\` stands for a value. */\nexport const PLAIN_TEXTS = ${JSON.stringify(all, null, 2)} as const\n`
}
