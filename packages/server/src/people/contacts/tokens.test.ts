import { expect, test } from 'vitest'
import { matches, tokensOf, wordsOf } from './tokens.ts'

test('a person has tokens of name, address and phone, and none of the domain', () => {
  expect(
    tokensOf({ name: 'Nora Berg', email: 'n.berg+x@example.com', phone: '+41443334455' }),
  ).toEqual([
    '41443334455',
    '443334455',
    '~55443334414',
    'n.berg+x@example.com',
    'nora',
    'berg',
    'n',
    'x',
  ])
})

const PEOPLE = {
  müller: { name: 'Jörg Müller-Lüdenscheidt', email: 'jml@example.com', phone: '+4989123456' },
  strauß: { name: 'Łukasz Strauß', email: 'l.s@example.com' },
  obrien: { name: "Siobhán O'Brien", email: 'sio@example.ie', phone: '+35315551234' },
  li: { name: '李小龙' },
  tanaka: { name: 'タナカ はなこ' },
  kim: { name: '김민수' },
  ahmad: { name: 'أحمد عبد اللطيف' },
  dvora: { name: 'דְּבוֹרָה' },
  kumar: { name: 'कुमार' },
  somchai: { name: 'สมชาย ใจดี' },
  elena: { name: 'Елена Ёлкина' },
  odysseas: { name: 'Οδυσσέας' },
  wide: { name: 'Ｎｏｒａ ０１２' },
}

const found = (text: string) =>
  Object.entries(PEOPLE)
    .filter(([, person]) => matches(tokensOf(person), wordsOf(text)))
    .map(([name]) => name)

test.each([
  ['muller jorg', ['müller']],
  ['LÜDENSCHEIDT', ['müller']],
  ['strauss lukasz', ['strauß']],
  ['o’brien', ['obrien']],
  ['obri', ['obrien']],
  ['brien', []],
  ['李', ['li']],
  ['小龙', ['li']],
  ['龙小', []],
  ['たなか', ['tanaka']],
  ['ハナコ', ['tanaka']],
  ['민수', ['kim']],
  ['احمد', ['ahmad']],
  ['عبد أحمد', ['ahmad']],
  ['דבורה', ['dvora']],
  ['कुमा', ['kumar']],
  ['किम', []],
  ['ใจดี', ['somchai']],
  ['елкина елена', ['elena']],
  ['οδυσσεας', ['odysseas']],
  ['nora 012', ['wide']],
] as const)('%s finds %j', (text, people) => {
  expect(found(text)).toEqual(people)
})

test.each([
  '+49 89 123456',
  '0049 89 123456',
  '089 / 12 34 56',
  '(089) 12',
  '+4989',
  '456',
  '3456',
  '٠٨٩ ١٢٣٤٥٦',
])('the phone number %s finds its person', (text) => {
  expect(found(text)).toEqual(['müller'])
})

test('two digits are not looked for at the end of a number', () => {
  expect(found('56')).toEqual([])
})

test.each([
  ['jml@example.com', ['müller']],
  ['JML@exa', ['müller']],
  ['jml', ['müller']],
  ['l.s', ['strauß']],
  ['example.com', []],
  ['@example.com', []],
] as const)('the address %s finds %j', (text, people) => {
  expect(found(text)).toEqual(people)
})

test('a long name has at most 24 tokens, and the address is among them', () => {
  const name = Array.from({ length: 60 }, (_, at) => `name${at}`).join(' ')
  const tokens = tokensOf({ name, email: 'long@example.com' })
  expect(tokens).toHaveLength(24)
  expect(tokens[0]).toBe('long@example.com')
})

test('no token contains the separator of keys', () => {
  expect(tokensOf({ name: 'A#B', email: 'a#b@example.com' })).toEqual(['ab@example.com', 'ab'])
})
