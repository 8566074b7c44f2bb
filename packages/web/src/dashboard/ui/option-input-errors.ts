import type { StaffLanguage } from '../../shared/language.ts'

/** A pattern of the server's messages, and the text that the reader sees instead. */
export type InputText = readonly [server: RegExp, text: Readonly<Record<StaffLanguage, string>>]

/** The messages about the options of event types and about what bookings carry. */
export const OPTION_TEXTS: readonly InputText[] = [
  [
    /^needs (?:a Google|an Outlook) calendar/,
    {
      en: 'Connect a calendar that bookings are written to first: the link is made there.',
      de: 'Verbinden Sie zuerst einen Kalender, in den Buchungen eingetragen werden: Dort wird der Link erstellt.',
    },
  ],
  [
    /needs the keys of a vault/,
    {
      en: 'This server cannot encrypt answers yet. Whoever runs it has to set HOLDFAST_VAULT_KEYS.',
      de: 'Dieser Server kann Antworten noch nicht verschlüsseln. Wer ihn betreibt, muss HOLDFAST_VAULT_KEYS setzen.',
    },
  ],
  [
    /is the id of another question/,
    {
      en: 'Another question has this identifier.',
      de: 'Eine andere Frage hat diese Kennung.',
    },
  ],
  [
    /lowercase letters, digits, (?:hyphens|_)/,
    {
      en: 'Use up to 40 lowercase letters, digits, hyphens and underscores.',
      de: 'Verwenden Sie bis zu 40 Kleinbuchstaben, Ziffern, Bindestriche und Unterstriche.',
    },
  ],
  [
    /needs 1 to (\d+) options|must have at least one option|must have at most (?:50) options/,
    { en: 'Enter 1 to 50 options.', de: 'Geben Sie 1 bis 50 Möglichkeiten ein.' },
  ],
  [
    /is there twice; options must differ/,
    { en: 'An option is there twice.', de: 'Eine Möglichkeit kommt zweimal vor.' },
  ],
  [
    /is there twice; texts must differ/,
    { en: 'A text is there twice.', de: 'Ein Text kommt zweimal vor.' },
  ],
  [
    /^are (\d+) bytes; at most (\d+) are possible/,
    {
      en: 'The questions are too long together. Shorten texts or remove options or languages.',
      de: 'Die Fragen sind zusammen zu lang. Kürzen Sie Texte, oder entfernen Sie Möglichkeiten oder Sprachen.',
    },
  ],
  [
    /is not possible with `private`: the answer/,
    {
      en: 'The answer to a private question cannot change the booking.',
      de: 'Die Antwort auf eine vertrauliche Frage kann die Buchung nicht ändern.',
    },
  ],
  [
    /is not possible with `waitlist`: it offers/,
    {
      en: 'Answers cannot change bookings of an event type with a wait list.',
      de: 'Bei einer Terminart mit Warteliste können Antworten die Buchung nicht ändern.',
    },
  ],
  [
    /is not possible with `seats`: a session/,
    {
      en: 'A class has one duration for everybody.',
      de: 'Ein Kurs dauert für alle gleich lang.',
    },
  ],
  [
    /is not possible with `spans`, which/,
    {
      en: 'The times of its requirements already say how long a booking is.',
      de: 'Wie lange eine Buchung dauert, sagen schon die Zeiten der Anforderungen.',
    },
  ],
  [
    /is no candidate of the event type/,
    {
      en: 'This provider cannot take part in this event type.',
      de: 'Dieser Anbieter kann an dieser Terminart nicht teilnehmen.',
    },
  ],
  [
    /must be another event type than this one/,
    { en: 'Choose another event type.', de: 'Wählen Sie eine andere Terminart.' },
  ],
  [
    /is no event type of the account/,
    {
      en: 'This event type no longer exists. Choose another one.',
      de: 'Diese Terminart gibt es nicht mehr. Wählen Sie eine andere.',
    },
  ],
  [
    /must make a booking at most (\d+) minutes long: these answers make it (\d+)/,
    {
      en: 'The longest answers make a booking $2 minutes long. At most $1 are possible.',
      de: 'Mit den längsten Antworten dauert eine Buchung $2 Minuten. Höchstens $1 sind möglich.',
    },
  ],
  [
    /must make a price at most what a payment/,
    {
      en: 'The most expensive answers make the price higher than a payment can be.',
      de: 'Mit den teuersten Antworten ist der Preis höher, als eine Zahlung sein kann.',
    },
  ],
  [
    /"(.*)" leads to another event type: use/,
    {
      en: '“$1” leads to another event type. Book that one.',
      de: '„$1“ führt zu einer anderen Terminart. Buchen Sie diese.',
    },
  ],
  [
    /must not repeat a duration/,
    { en: 'A duration is there twice.', de: 'Eine Dauer kommt zweimal vor.' },
  ],
  [
    /must have at most (\d+) (?:durations|reminders|rules|guests|locations|questions)/,
    { en: 'Enter at most $1.', de: 'Geben Sie höchstens $1 ein.' },
  ],
  [
    /whole number of minor units/,
    { en: 'Enter a valid amount.', de: 'Geben Sie einen gültigen Betrag ein.' },
  ],
  [
    /must be at least \d+ \(([\d.]+ [A-Z]{3})\)/,
    { en: 'Enter at least $1.', de: 'Geben Sie mindestens $1 ein.' },
  ],
  [
    /must be at most \d+ \(([\d.]+ [A-Z]{3})\)/,
    { en: 'Enter at most $1.', de: 'Geben Sie höchstens $1 ein.' },
  ],
  [
    /must be a multiple of \d+ \(([\d.]+ [A-Z]{3})\)/,
    { en: 'Enter a multiple of $1.', de: 'Geben Sie ein Vielfaches von $1 ein.' },
  ],
  [
    /must be at most the lowest price/,
    {
      en: 'The deposit is higher than the lowest price.',
      de: 'Die Anzahlung ist höher als der niedrigste Preis.',
    },
  ],
  [
    /payments in ([A-Z]{3}) are not supported/,
    {
      en: 'Payments in $1 are not supported.',
      de: 'Zahlungen in $1 werden nicht unterstützt.',
    },
  ],
  [
    /^Stripe does not accept the key/,
    {
      en: 'Stripe does not accept this key. Check that it is complete and not deleted.',
      de: 'Stripe nimmt diesen Schlüssel nicht an. Prüfen Sie, ob er vollständig ist und noch besteht.',
    },
  ],
  [
    /must be a restricted key of Stripe/,
    {
      en: 'Enter a restricted key of Stripe. It starts with rk_live_ or rk_test_.',
      de: 'Geben Sie einen eingeschränkten Schlüssel von Stripe ein. Er beginnt mit rk_live_ oder rk_test_.',
    },
  ],
  [
    /must be the signing secret of a webhook/,
    {
      en: 'Enter the signing secret of the webhook. It starts with whsec_.',
      de: 'Geben Sie das Signaturgeheimnis des Webhooks ein. Es beginnt mit whsec_.',
    },
  ],
  [
    /must be an https address without a user name/,
    {
      en: 'Enter an address that begins with https, without a user name or password.',
      de: 'Geben Sie eine Adresse mit https ein, ohne Benutzernamen und Passwort.',
    },
  ],
  [
    /must be a web address/,
    {
      en: 'Enter a web address, such as https://example.com.',
      de: 'Geben Sie eine Webadresse ein, zum Beispiel https://example.com.',
    },
  ],
  [
    /must be a valid phone number/,
    {
      en: 'Enter a phone number with its country code, such as +41 44 333 44 55.',
      de: 'Geben Sie eine Telefonnummer mit Ländervorwahl ein, zum Beispiel +41 44 333 44 55.',
    },
  ],
  [
    /^The answer to .* is required\.$/s,
    { en: 'This question must be answered.', de: 'Diese Frage muss beantwortet werden.' },
  ],
  [
    /^The answer to .* must be accepted/s,
    { en: 'This box must be checked.', de: 'Dieses Kästchen muss angekreuzt werden.' },
  ],
  [
    /^The answer to .* is wrong/s,
    { en: 'This answer is not valid.', de: 'Diese Antwort ist ungültig.' },
  ],
  [
    /must be less than `maxNoShows`, (\d+)/,
    {
      en: 'Enter a number below $1: people with more than $1 no-shows cannot book at all.',
      de: 'Geben Sie weniger als $1 ein: Wer öfter als $1 Mal nicht erschienen ist, kann gar nicht buchen.',
    },
  ],
]
