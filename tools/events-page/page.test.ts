import { readFileSync } from 'node:fs'
import { EVENT_KEYS } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import { eventsPage } from './page.ts'

test('docs/events.md is what `npm run docs:events` writes', () => {
  expect(readFileSync('docs/events.md', 'utf8')).toBe(eventsPage())
})

test('every event is on the page, and every link of it leads somewhere', () => {
  const page = eventsPage()
  for (const key of EVENT_KEYS) expect(page).toContain(`| \`${key}\` |`)
  const headings = new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text.toLowerCase()),
  )
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target)
  expect(links.length).toBeGreaterThan(EVENT_KEYS.length)
  expect(links.filter((target) => !headings.has(target))).toEqual([])
})
