import { expect, test } from 'vitest'
import { mentionsOf } from './person.ts'

const mentions = mentionsOf({
  addresses: ['ann.lee@example.com', 'ann@old.example.com'],
  names: ['Ann Lee', 'José Núñez-Díaz', 'Cher'],
})

test.each([
  'write to ann.lee@example.com.',
  'ANN.LEE@EXAMPLE.COM',
  '<ann.lee@example.com>',
  'mailto:ann.lee@example.com?subject=x',
  'dinner with ann  lee',
  'Ann Lee',
  'jose\u0301 nu\u0301n\u0303ez-di\u0301az (2 people)',
])('the address and whole names are found in %j', (text) => {
  expect(mentions.inText(text)).toBe(true)
})

test.each([
  'joann.lee@example.com',
  'ann.lee@example.com.au',
  'ann.lee@example.community',
  'Ann Leeson',
  'Hann Lee',
  'Ann',
  'Cher',
  '',
])('another address, part of a name or a single word is no mention: %j', (text) => {
  expect(mentions.inText(text)).toBe(false)
})

test('a mention is found anywhere within a JSON value', () => {
  expect(mentions.inJson({ rooms: [{ guest: { 'Ann Lee': 2 } }] })).toBe(true)
  expect(mentions.inJson({ rooms: ['for Ann Lee', 3, null, true] })).toBe(true)
  expect(mentions.inJson({ rooms: [{ guest: 'Bob' }] })).toBe(false)
  expect(mentions.inJson(undefined)).toBe(false)
})

test('an address is the same in upper and lower case', () => {
  expect(mentions.isAddress('Ann.Lee@Example.com')).toBe(true)
  expect(mentions.isAddress('ann@example.com')).toBe(false)
})

test('every address of a person is found', () => {
  expect(mentions.isAddress('Ann@Old.example.com')).toBe(true)
  expect(mentions.inText('formerly ann@old.example.com')).toBe(true)
})
