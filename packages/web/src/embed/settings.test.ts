import { expect, test } from 'vitest'
import { frameAddress, hexColor } from './settings.ts'
import { inkOn } from './styles.ts'

const SERVER = 'https://book.example.com'

/** The address of an element with these attributes. */
function addressOf(attributes: Readonly<Record<string, string>>, server = SERVER) {
  const all = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  // The cast: of an element, only its attributes are read.
  const element = {
    getAttribute: (name: string) => attributes[name] ?? null,
    attributes: all as unknown as NamedNodeMap,
  }
  return frameAddress(element, server)
}

test.each([
  [{ 'event-type': 'ada/visit' }, `${SERVER}/embed/ada/visit`],
  [{ 'event-type': '/ada/visit/' }, `${SERVER}/embed/ada/visit`],
  [{ 'event-type': 'a/lake/ada/visit' }, `${SERVER}/embed/a/lake/ada/visit`],
  [{ 'event-type': 'ada/visit', account: 'lake' }, `${SERVER}/embed/a/lake/ada/visit`],
  [
    { 'event-type': 'ada/visit', lang: 'de', color: '#0A7', theme: 'dark' },
    `${SERVER}/embed/ada/visit?lang=de&color=00aa77&theme=dark`,
  ],
  [{ 'event-type': 'ada/visit', color: 'red', theme: 'blue' }, `${SERVER}/embed/ada/visit`],
  [
    { 'event-type': 'ada/visit', name: 'A & B', 'answer-reason': 'x=1', 'data-x': 'no' },
    `${SERVER}/embed/ada/visit#name=A+%26+B&answers%5Breason%5D=x%3D1`,
  ],
  [{ 'event-type': '' }, undefined],
  [{}, undefined],
])('the attributes %j show %s', (attributes, address) => {
  expect(addressOf(attributes)).toBe(address)
})

test('a server below a path keeps it', () => {
  expect(addressOf({ 'event-type': 'ada/visit' }, 'https://example.com/booking')).toBe(
    'https://example.com/booking/embed/ada/visit',
  )
})

test.each([
  ['#1a6b4f', '1a6b4f'],
  ['1A6B4F', '1a6b4f'],
  ['#0a7', '00aa77'],
  ['#1a6b4', undefined],
  ['rgb(1,2,3)', undefined],
  ['', undefined],
  [null, undefined],
])('the color %j is %j', (text, hex) => {
  expect(hexColor(text)).toBe(hex)
})

test.each([
  ['000000', '#fff'],
  ['1a6b4f', '#fff'],
  // Contrasts of 4.54 with white and 4.48 with white: the first gray that needs black.
  ['767676', '#fff'],
  ['777777', '#000'],
  ['ffcc00', '#000'],
  ['ffffff', '#000'],
])('the text of a button in #%s is %s', (color, ink) => {
  expect(inkOn(color)).toBe(ink)
})
