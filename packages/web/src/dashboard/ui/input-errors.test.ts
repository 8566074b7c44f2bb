import { describe, expect, test } from 'vitest'
import { inputMessage } from './input-errors.ts'

describe('what was wrong with a value', () => {
  test('is told in the words of the server in English', () => {
    const said = 'must be an e-mail address, such as ada@example.com; got "ada"'
    expect(inputMessage(said, 'en')).toBe(said)
  })

  test.each([
    ['is required; must be a text of 1 to 200 characters on one line', 'Diese Angabe fehlt.'],
    ['must be after the start; got "2026-04-27"', 'Das Ende muss nach dem Anfang liegen.'],
    [
      'must be a whole number of minutes from 5 to 1440; got 3',
      'Bitte eine ganze Zahl von 5 bis 1440 angeben.',
    ],
    [
      'must be the https or webcal URL of a calendar, at most 2000 characters; got "x"',
      'Bitte die Adresse eines Kalenders angeben, die mit https:// oder webcal:// beginnt.',
    ],
    ['must be odd', 'Diese Angabe wurde nicht angenommen (must be odd).'],
  ])('%s is told in German', (said, german) => {
    expect(inputMessage(said, 'de')).toBe(german)
  })
})
