import { expect, test } from 'vitest'
import { tagsIn } from './tags-in.ts'

test('tags are separated by commas, without spaces around them, each once', () => {
  expect(tagsIn(' member,  Student ,, MEMBER; first visit,')).toEqual([
    'member',
    'Student',
    'first visit',
  ])
  expect(tagsIn(' ')).toEqual([])
})
