import {
  fieldsOfMessage,
  MESSAGE_FILTERS,
  MESSAGE_KINDS,
  MESSAGE_LANGUAGES,
  MESSAGE_TAGS,
} from '@holdfast/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { TEMPLATE_FILTERS, TEMPLATE_TAGS } from '../../adapters/liquid/liquid-engine.ts'
import { findAccount, updateAccount } from '../../identity/accounts/accounts.ts'
import { templateErrors } from '../templates/check-template.ts'
import { fieldsOf, MESSAGE_KINDS as KINDS } from '../templates/message-kinds.ts'
import { builtInText } from './built-in.ts'
import { changeMessage, getMessage, listMessages, resetMessage } from './messages.ts'
import { previewMessage } from './preview.ts'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps'] & { readonly publicUrl: string }
let caller: Awaited<ReturnType<typeof bookable>>['caller']
beforeAll(async () => {
  opened = await openTestStore()
  deps = {
    ...testDependencies(opened.store, '2026-04-20T08:00:00Z').deps,
    publicUrl: 'https://book.example.com',
  }
  ;({ caller } = await bookable(deps))
})
afterAll(() => opened.close())

const REMINDER = { kind: 'reminder', language: 'en' } as const
const OWN = { subject: 'Soon: {{ title }}', text: 'Hello {{ booker.name }}!' }

const errorsOf = async (
  text: string,
  subject = 'Soon',
  name: Parameters<typeof getMessage>[2] = REMINDER,
) => {
  const changed = await changeMessage(deps, caller, name, { subject, text })
  if (changed.ok) return []
  return changed.refusal.code === 'validation_failed' ? changed.refusal.errors : changed.refusal
}

test('a message is stored, changed, and reset to the built-in text', async () => {
  const others = { ...caller, accountId: 'acc_other' }
  expect(unwrap(await changeMessage(deps, caller, REMINDER, OWN)).template?.version).toBe(1)
  const again = unwrap(await changeMessage(deps, caller, REMINDER, { ...OWN, subject: 'Now' }))
  expect(again.template).toMatchObject({ version: 2, subject: 'Now', language: 'en' })
  expect(await getMessage(deps, caller, REMINDER)).toEqual(again)
  expect(await getMessage(deps, others, REMINDER)).toEqual(REMINDER)
  const stale = await changeMessage(deps, { ...caller, ifVersion: 1 }, REMINDER, OWN)
  expect(stale).toMatchObject({ refusal: { code: 'version_mismatch', actual: 2 } })
  const listed = await listMessages(deps, caller)
  expect(listed.filter(({ template }) => template)).toEqual([again])
  expect(listed).toHaveLength(MESSAGE_KINDS.length * MESSAGE_LANGUAGES.length)
  unwrap(await resetMessage(deps, caller, REMINDER))
  expect(await getMessage(deps, caller, REMINDER)).toEqual(REMINDER)
  expect((await resetMessage(deps, caller, REMINDER)).ok).toBe(true)
})

test('templates have the kinds, fields, tags and filters of the contract', () => {
  expect([TEMPLATE_TAGS, TEMPLATE_FILTERS]).toEqual([MESSAGE_TAGS, MESSAGE_FILTERS])
  expect(KINDS).toEqual(MESSAGE_KINDS)
  const namesOf = (kind: (typeof KINDS)[number]) => fieldsOfMessage(kind).map(({ name }) => name)
  expect(KINDS.map(fieldsOf)).toEqual(KINDS.map(namesOf))
})

test('two who change a message at once do not lose the account settings of a third', async () => {
  const German = { kind: 'no_show', language: 'de' } as const
  const done = await Promise.all([
    changeMessage(deps, caller, German, OWN),
    changeMessage(deps, caller, REMINDER, OWN),
    updateAccount(deps, caller, { followUps: { noShow: true } }),
  ])
  expect(done.every(({ ok }) => ok)).toBe(true)
  expect(await findAccount(deps, caller.accountId)).toMatchObject({
    hasMessageTemplates: true,
    followUps: { thankYou: false, noShow: true, delayMinutes: 120 },
  })
})

describe('a template is refused', () => {
  test('with the fields of the message if it reads another one', async () => {
    expect(await errorsOf('Hello {{ booker.nme }}')).toEqual([
      {
        pointer: '/text',
        message: expect.stringMatching(
          /^unknown field "booker\.nme"; the fields of this message are title, .*booker\.name/,
        ),
      },
    ])
    expect(await errorsOf('{{ answers }}{{ booker }}')).toHaveLength(1)
    expect(await errorsOf('{{ answers[note] }}')).toHaveLength(1)
    expect(await errorsOf('{{ note.constructor }}{{ __proto__ }}')).toHaveLength(1)
    const stay = { kind: 'stay_confirmed', language: 'en' } as const
    expect(await errorsOf('{{ booker.name }}', 'Soon', stay)).toHaveLength(1)
    expect(await errorsOf('{{ calendar.name }}', 'Soon', stay)).toEqual([])
  })

  test('with the place of what does not parse, in each part', async () => {
    expect(await errorsOf('{% if note %}open', 'Hi {{ title')).toEqual([
      { pointer: '/subject', message: 'output "{{ title" not closed, line:1, col:4' },
      { pointer: '/text', message: 'tag {% if note %} not closed, line:1, col:1' },
    ])
  })

  test.each([
    ['{{ note | raw }}', 'undefined filter: raw'],
    ['{% include "/etc/passwd" %}', 'tag "include" not found'],
    ['{% render "/etc/passwd" %}', 'tag "render" not found'],
    ['{% layout "x" %}', 'tag "layout" not found'],
    ['{% for i in (1..9) %}x{% endfor %}', 'tag "for" not found'],
    ['{% assign a = "x" %}{{ a }}', 'tag "assign" not found'],
    ['{% comment %}nothing{% endcomment %}', 'shows nothing with sample data'],
  ])('%s: %s', async (text, message) => {
    expect(await errorsOf(text)).toEqual([
      { pointer: '/text', message: expect.stringContaining(message) },
    ])
  })

  test('if it would need too much memory or time', async () => {
    const bomb = '{{ (1..999999999) }}'
    expect(await errorsOf(bomb)).toEqual([
      { pointer: '/text', message: expect.stringContaining('limit exceeded') },
    ])
    const growth = `{{ title${' | replace: "e", "eeeeeeeeee"'.repeat(40)} }}`
    expect(await errorsOf(growth)).toEqual([
      { pointer: '/text', message: expect.stringContaining('limit exceeded') },
    ])
  })
})

describe('a preview', () => {
  const preview = async (name: Parameters<typeof getMessage>[2], text?: string, subject?: string) =>
    unwrap(await previewMessage(deps, caller, name, { text, subject }))

  test('shows paragraphs with the sample data, the details and the buttons', async () => {
    const german = { kind: 'confirmed', language: 'de' } as const
    const mail = await preview(
      german,
      'Guten Tag {{ booker.name }},\n\nbis {{ start_date }} um {{ start_time }}.\nParken: {{ answers.parking }}',
      'Bestätigt für {{ start_date }}',
    )
    expect(mail).toMatchObject({
      subject: 'Bestätigt für Montag, 27. April 2026',
      text: `Guten Tag Grace Hopper,

bis Montag, 27. April 2026 um 11:00 Uhr.
Parken: ✓

Was: First visit bei Dr. Ada Weber
Wann: Montag, 27. April 2026, 11:00–11:30 Uhr (Europe/Berlin, GMT+2)
Wo: Seestraße 1, 8002 Zürich
Bei: Dr. Ada Weber

Ansehen, verschieben oder absagen: https://book.example.com/manage/bkg_sample

-- 
Sie erhalten diese E-Mail, weil mit dieser Adresse bei first account gebucht wurde.
`,
    })
    expect(mail.html).toContain(
      '<p style="margin:0 0 16px">Guten Tag Grace Hopper,</p><p style="margin:0 0 16px">bis Montag, 27. April 2026 um 11:00 Uhr.<br>Parken: ✓</p>',
    )
  })

  test('escapes markup in the text and in values', async () => {
    const { html, text } = await preview(REMINDER, '<b>{{ title }}</b>')
    expect(text).toContain('<b>First visit')
    expect(html).toContain('&#60;b&#62;First visit')
    expect(html).not.toContain('<b>')
  })

  test('of the first email to a booker has nothing that they wrote', async () => {
    const { text } = await preview(
      { kind: 'email_confirmation', language: 'en' },
      'For {{ booker.name | default: "you" }}{{ note }}: {{ manage_url }}',
    )
    expect(text).toMatch(/^For you: https:\/\/book\.example\.com\/manage\//)
  })
})

test('the built-in text of every message in every language is a template that can be saved', async () => {
  const errors = MESSAGE_KINDS.flatMap((kind) =>
    MESSAGE_LANGUAGES.map((language) =>
      templateErrors(deps.templateEngine, kind, builtInText(kind, language)),
    ),
  )
  expect((await Promise.all(errors)).flat()).toEqual([])
})
