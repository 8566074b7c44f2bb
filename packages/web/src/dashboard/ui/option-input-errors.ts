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
]
