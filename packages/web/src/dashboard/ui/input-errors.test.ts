import {
  ApiKeyCreate,
  BlockCreate,
  CalendarEventWrite,
  EventTypeCreate,
  FeedConnectionWrite,
  ProviderCreate,
  ScheduleCreate,
} from '@holdfast/contracts'
import { describe, expect, test } from 'vitest'
import { inputMessage } from './input-errors.ts'

describe('the message about an invalid value', () => {
  test.each([
    [
      'is required; must be a single line of 1 to 200 characters without control characters',
      'This field is required.',
      'Dieses Feld ist erforderlich.',
    ],
    [
      'The answer to "What brings you\nto us?" is required.',
      'This question must be answered.',
      'Diese Frage muss beantwortet werden.',
    ],
    [
      'must be less than `maxNoShows`, 3: nobody with more may book',
      'Enter a number below 3: people with more than 3 no-shows cannot book at all.',
      'Geben Sie weniger als 3 ein: Wer öfter als 3 Mal nicht erschienen ist, kann gar nicht buchen.',
    ],
    [
      'must be a whole number of minor units from 1 to 99999999; got 0',
      'Enter a valid amount.',
      'Geben Sie einen gültigen Betrag ein.',
    ],
    [
      'more than 50 active providers have this kind, the most of one requirement: name them with `providerIds`',
      'More than 50 active providers match. Choose up to 50 of them by name.',
      'Mehr als 50 aktive Anbieter passen. Wählen Sie höchstens 50 davon namentlich aus.',
    ],
    [
      '50 active providers have the specialty "dentist", the most of one requirement, and the event type "Check-up" (ety_1) takes any of them: name its candidates with `providerIds`, or deactivate a provider',
      '“Check-up” already chooses among 50 providers, the most possible. Choose its candidates by name, or deactivate a provider.',
      '„Check-up“ wählt bereits unter 50 Anbietern, mehr sind nicht möglich. Wählen Sie die Anbieter dort namentlich aus, oder deaktivieren Sie einen.',
    ],
    [
      'must be at least 50 (0.50 EUR)',
      'Enter at least 0.50 EUR.',
      'Geben Sie mindestens 0.50 EUR ein.',
    ],
    [
      'must have only ASCII letters, digits and symbols before the @, such as ada@example.com; got "jörg@example.com"',
      'Use only letters from a to z, digits and symbols before the @, such as ada@example.com.',
      'Verwenden Sie vor dem @ nur Buchstaben von a bis z, Ziffern und Zeichen, zum Beispiel ada@example.com.',
    ],
    [
      'must be after `start`; got "2026-04-27"',
      'The end must be after the start.',
      'Das Ende muss nach dem Anfang liegen.',
    ],
    [
      'must be a whole number of minutes from 5 to 1440; got 3',
      'Enter 5 to 1440 minutes.',
      'Geben Sie 5 bis 1440 Minuten ein.',
    ],
    [
      'must be a whole number of minutes from 1 to 1440; longer with `hoursApplyTo` "startAndEnd"',
      'Enter 1 to 1440 minutes. More is possible if only the start and the end have to be within the hours.',
      'Geben Sie 1 bis 1440 Minuten ein. Mehr ist möglich, wenn nur Anfang und Ende in den Öffnungszeiten liegen müssen.',
    ],
    [
      'must be a whole number of days from 1 to 730; got 0',
      'Enter 1 to 730 days.',
      'Geben Sie 1 bis 730 Tage ein.',
    ],
    [
      'must be the https or webcal URL of a calendar, with at most 2000 characters; got "x"',
      'Enter a calendar address that starts with https:// or webcal://.',
      'Geben Sie die Adresse eines Kalenders ein, die mit https:// oder webcal:// beginnt.',
    ],
    [
      'unknown field "booker.nme"; the fields of this message are title, booker.name',
      'There is no field "booker.nme". Choose one from the list of fields.',
      'Ein Feld „booker.nme“ gibt es nicht. Wählen Sie eines aus der Liste der Felder.',
    ],
    [
      'tag "for" not found, line:1, col:1',
      'The tag "for" cannot be used. Use if, unless, case or comment.',
      '„for“ kann hier nicht verwendet werden, nur if, unless, case und comment.',
    ],
    [
      'undefined filter: raw, line:1, col:1',
      'The filter "raw" cannot be used.',
      'Der Filter „raw“ kann nicht verwendet werden.',
    ],
    [
      'output "{{ title" not closed, line:2, col:4',
      'A field or tag is not closed, on line 2, column 4.',
      'Ein Feld oder eine Anweisung ist nicht geschlossen, in Zeile 2, Spalte 4.',
    ],
    [
      '2 are required, but only 1 are named',
      'Add more providers: only 1 of 2 are chosen.',
      'Fügen Sie Anbieter hinzu: Nur 1 von 2 sind ausgewählt.',
    ],
    [
      'no times would be offered: set `availabilityRules` or `scheduleId`, or give a candidate a schedule',
      'No times would be offered. Enter hours, choose a schedule, or give a provider one.',
      'Es würden keine Zeiten angeboten. Tragen Sie Zeiten ein, wählen Sie einen Zeitplan oder geben Sie einem Anbieter einen.',
    ],
    [
      'is required: the provider is a team, which has no time of its own',
      'Add a requirement: a team has no time of its own.',
      'Fügen Sie eine Anforderung hinzu: Ein Team hat keine eigene Zeit.',
    ],
    [
      'must make a booking at most 1440 minutes long: these answers make it 1500',
      'The longest answers make a booking 1500 minutes long. At most 1440 are possible.',
      'Mit den längsten Antworten dauert eine Buchung 1500 Minuten. Höchstens 1440 sind möglich.',
    ],
    [
      '"ety_01kqs3v7m8e2f4g6h8j0k2m4n6" is no event type of the account',
      'This event type no longer exists. Choose another one.',
      'Diese Terminart gibt es nicht mehr. Wählen Sie eine andere.',
    ],
    [
      '"Kids" leads to another event type: use ety_01kqs3v7m8e2f4g6h8j0k2m4n6 instead of this one',
      '“Kids” leads to another event type. Book that one.',
      '„Kids“ führt zu einer anderen Terminart. Buchen Sie diese.',
    ],
    [
      'is not possible with `waitlist`: it offers times without questions',
      'Answers cannot change bookings of an event type with a wait list.',
      'Bei einer Terminart mit Warteliste können Antworten die Buchung nicht ändern.',
    ],
  ])('replaces "%s" in the language of the page', (server, english, german) => {
    expect(inputMessage(server, 'en')).toBe(english)
    expect(inputMessage(server, 'de')).toBe(german)
  })

  test('quotes the server when the page has no text of its own', () => {
    expect(inputMessage('must be odd', 'en')).toBe('This value is not valid: must be odd.')
    expect(inputMessage('must be odd', 'de')).toBe('Diese Angabe ist ungültig: must be odd.')
  })

  const LONG = 'x'.repeat(10_000)
  const windows = [{ start: '9', end: '25:00' }]
  test.each([
    ['a provider', ProviderCreate, { name: '', timeZone: 'x', slug: 'A B', email: 'ada' }],
    [
      'an event type',
      EventTypeCreate,
      {
        providerId: 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6',
        title: '',
        slug: 'A B',
        description: LONG,
        durationMinutes: 0,
        bufferBeforeMinutes: 0.5,
        maxAdvanceDays: -1,
        availabilityRules: [{ weekday: 'monday', windows }],
        dateOverrides: [{ date: '2026-02-30', windows }],
      },
    ],
    [
      'a requirement',
      EventTypeCreate.pick({ requirements: true }),
      { requirements: [{ name: '', providerIds: [], count: 0 }] },
    ],
    ['a schedule', ScheduleCreate, { name: '', timeZone: 'x', availabilityRules: [] }],
    ['a block', BlockCreate, { start: 'x', end: 'x', reason: LONG }],
    ['an API key', ApiKeyCreate, { name: '' }],
    ['a calendar feed', FeedConnectionWrite, { url: 'x' }],
    ['a calendar event', CalendarEventWrite, { title: '', start: 'x', end: 'x', allDay: true }],
  ])('has a text of its own for each field of %s', (_, schema, input) => {
    const { error } = schema.safeParse(input)
    const messages = error?.issues.map(({ message }) => message) ?? []
    expect(messages).not.toEqual([])
    const quoted = messages.filter((message) => inputMessage(message, 'en').includes(message))
    expect(quoted).toEqual([])
  })
})
