import { MESSAGE_KINDS, MESSAGE_LANGUAGES } from '@holdfast/contracts'
import { describe, expect, test } from 'vitest'
import { sampleMail } from '../messages/sample-mail.ts'
import { layOut } from './mail-layout.ts'

const SAMPLE = { name: 'Lakeside', publicUrl: 'https://book.example.com', questionIds: [] }
const BRAND = {
  name: 'Lakeside & Sons',
  color: '#7a1fa2',
  logoUrl: 'https://example.com/logo.png?a=1&b=2',
}

const mails = MESSAGE_KINDS.flatMap((kind) =>
  MESSAGE_LANGUAGES.map((language) => ({
    kind,
    language,
    mail: layOut(sampleMail(kind, language, SAMPLE).write({}), BRAND),
  })),
)

/** The emails of which something is not so. */
const without = (holds: (html: string, language: string) => boolean) =>
  mails
    .filter(({ mail, language }) => !holds(mail.html, language))
    .map(({ kind, language }) => `${kind} ${language}`)

describe('every kind of email in every language', () => {
  test('has the padding of its buttons on cells, since Outlook ignores that of links', () => {
    expect(without((html) => /<td [^>]*padding:11px 20px[^>]*><a /.test(html))).toEqual([])
    expect(without((html) => !/<a [^>]*padding/.test(html))).toEqual([])
  })

  test('is laid out by tables that screen readers skip, at most 600 pixels wide', () => {
    const tables = /<table (?!role="presentation")/
    expect(without((html) => !tables.test(html) && html.includes('max-width:600px'))).toEqual([])
    // Outlook for Windows knows no maximum, but the attribute.
    expect(without((html) => html.includes('width="600"'))).toEqual([])
  })

  test('begins with a hidden summary of itself for lists of emails', () => {
    const summary = /<body[^>]*><div style="display:none[^"]*">[^<&]{10}/
    expect(without((html) => summary.test(html))).toEqual([])
  })

  test('has dark colors, also for Outlook on the web', () => {
    expect(
      without(
        (html) =>
          html.includes('<meta name="color-scheme" content="light dark">') &&
          html.includes('@media (prefers-color-scheme:dark)') &&
          html.includes('[data-ogsc] .paper'),
      ),
    ).toEqual([])
  })

  test('shows the logo, whose text is the name, in the color of the account', () => {
    const logo =
      '<img src="https://example.com/logo.png?a=1&#38;b=2" alt="Lakeside &#38; Sons" height="40"'
    expect(without((html) => html.includes(logo))).toEqual([])
    expect(without((html) => html.includes('border-top:4px solid #7a1fa2'))).toEqual([])
  })

  test('ends with the reason why it is received, as text too', () => {
    const hasReason = ({ mail }: (typeof mails)[number]) =>
      /\n\n-- \n[^\n]*Lakeside & Sons[^\n]*\n$/.test(mail.text)
    expect(mails.filter((each) => !hasReason(each))).toEqual([])
    expect(without((html) => /Lakeside &#38; Sons[^<]*<\/td><\/tr><\/table>/.test(html))).toEqual(
      [],
    )
  })

  test('reads from right to left in Arabic alone', () => {
    expect(
      without((html, language) => html.includes(' dir="rtl"') === (language === 'ar')),
    ).toEqual([])
  })
})

test('an account without a name gives no reason, and its header names the product', () => {
  const { html, text } = layOut(sampleMail('confirmed', 'en', SAMPLE).write({}), { name: '' })
  expect(text).not.toContain('-- ')
  expect(html).toContain('>Holdfast</span>')
  expect(html).not.toContain('You receive')
})

test('who works for the account reads another reason than who booked', () => {
  const reason = (kind: (typeof MESSAGE_KINDS)[number]) =>
    layOut(sampleMail(kind, 'en', SAMPLE).write({}), BRAND).text.split('-- \n')[1]
  expect(reason('confirmed')).toBe(
    'You receive this email because this address was used for a booking with Lakeside & Sons.\n',
  )
  expect(reason('provider_cancelled')).toBe(
    'You receive this email because you work with Lakeside & Sons.\n',
  )
})
