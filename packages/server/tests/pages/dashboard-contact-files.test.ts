import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
  await pages.make('/v1/contacts', { name: 'Known Nora', email: 'nora@example.com' })
})
afterAll(() => pages.close())

const FILE = [
  'name,email,phone,birthday',
  'Grace Hopper,grace@example.com,,1906-12-09',
  'Nora,nora@example.com,,',
  'Wrong,not-an-address,,',
  'Nobody,,,',
  'Grace again,grace@example.com,,',
  'Alan Turing,,+44 20 7946 0958,',
].join('\n')

const csv = (text: string | Buffer) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

test('a file is tried first, its bad rows are named by line, and its people are imported and downloaded', async () => {
  const page = await openDashboard(pages, cookie, '/contacts')
  await page.getByRole('link', { name: 'Known Nora' }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  await dialog.getByLabel('CSV file').setInputFiles(csv(FILE))
  await dialog.getByRole('heading', { name: '2 new contacts in this file' }).waitFor()
  await dialog.getByText('1 row is of a person who is a contact already.').waitFor()
  await dialog.getByText('Columns that are not read: birthday').waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'Line 4: Email: Enter an email address, such as ada@example.com.',
    'Line 5: There is no email address and no phone number.',
    'Line 6: The same person is in an earlier line.',
  ])
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  // A dry run writes nothing.
  const before = await pages.server.api.get<{ data: object[] }>('/v1/contacts')
  expect(before.body.data.length).toBe(1)
  await dialog.getByRole('button', { name: 'Import 2 contacts' }).click()
  await expectToast(page, '2 contacts imported')
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('contacts.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines.length).toBe(4)
  expect(lines.some((line) => line.includes(',Grace Hopper,grace@example.com,'))).toBe(true)
})

test('in German, files that cannot be read are refused in words', async () => {
  const page = await openDashboard(pages, cookie, '/contacts?lang=de')
  await page.getByRole('button', { name: 'Importieren', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Kontakte importieren' })
  const file = dialog.getByLabel('CSV-Datei')
  await file.setInputFiles(csv('email\ngrace@example.com'))
  await dialog.getByText('Die erste Zeile muss die Spalten nennen: name, email, phone.').waitFor()
  await file.setInputFiles(csv(Buffer.from('name,email\nJ\xf6rg,joerg@example.com', 'latin1')))
  await dialog.getByText('Speichern Sie die Datei als CSV in UTF-8.').waitFor()
  await file.setInputFiles(csv('name,email\n"Ada,ada@example.com'))
  await dialog.getByText('Ein Anführungszeichen (") in Zeile 2 wird nicht geschlossen.').waitFor()
  await file.setInputFiles(csv('name,email\nX,falsch'))
  await dialog.getByText(/^Zeile 2: E-Mail: Geben Sie eine E-Mail-Adresse ein/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Importieren' }).isDisabled()).toBe(true)
})
