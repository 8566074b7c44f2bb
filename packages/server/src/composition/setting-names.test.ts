import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES, unknownSettings } from './setting-names.ts'

const namesIn = (path: string): ReadonlySet<string> =>
  new Set(readFileSync(new URL(path, import.meta.url), 'utf8').match(/(?<![\w$])HOLDFAST_[A-Z_]+/g))

test('docs/settings.md documents every setting except the one for tests', () => {
  const documented = namesIn('../../../../docs/settings.md')
  expect(SETTING_NAMES.filter((name) => !documented.has(name))).toEqual(['HOLDFAST_CRASH_AT'])
})

test('every setting that the server reads is known', () => {
  // The common part of several names.
  const known = new Set(['HOLDFAST_GOOGLE', 'HOLDFAST_OUTLOOK', ...SETTING_NAMES])
  const read = [...namesIn('config.ts'), ...namesIn('sms-settings.ts')]
  expect(read.filter((name) => !known.has(name))).toEqual([])
})

test('a misspelled setting is named with the nearest one, without its value', () => {
  expect(unknownSettings({ HOLDFAST_SMTP_ULR: 'smtp://user:secret@mail.example' })).toEqual([
    'HOLDFAST_SMTP_ULR is not a setting of Holdfast and has no effect. Did you mean HOLDFAST_SMTP_URL?',
  ])
  expect(unknownSettings({ HOLDFAST_TRUSTED_PROXY: '1', HOLDFAST_DATADIR: '/d' })).toEqual([
    'HOLDFAST_DATADIR is not a setting of Holdfast and has no effect. Did you mean HOLDFAST_DATA_DIR?',
    'HOLDFAST_TRUSTED_PROXY is not a setting of Holdfast and has no effect. Did you mean HOLDFAST_TRUSTED_PROXIES?',
  ])
})

test('a name that lacks the last word of a setting is named with that setting', () => {
  expect(unknownSettings({ HOLDFAST_DATA: '/d' })).toEqual([
    'HOLDFAST_DATA is not a setting of Holdfast and has no effect. Did you mean HOLDFAST_DATA_DIR?',
  ])
})

test('a name without a similar setting is named alone', () => {
  expect(unknownSettings({ HOLDFAST_COLOR_OF_THE_LOGO: 'red' })).toEqual([
    'HOLDFAST_COLOR_OF_THE_LOGO is not a setting of Holdfast and has no effect.',
  ])
})

test('settings and other variables are not named', () => {
  const set = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  expect(unknownSettings({ ...set, PORT: '1', PATH: '', HOLDFAST_URL: '' })).toEqual([])
})
