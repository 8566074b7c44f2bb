import type { Lesson, Subject } from './marketplace.ts'

const TIMES = new Intl.DateTimeFormat('en', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
})
const EUROS = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => ESCAPES[found] ?? '')

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
  form { display: grid; gap: .75rem; justify-items: start }
  label { display: grid; gap: .25rem }
  input, select, button { font: inherit; padding: .4rem .6rem; max-width: 100% }
  .problem { padding: .75rem; border: 2px solid #c22 }
`

const layout = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
${body}
</html>
`

/** The first page: every subject with its tutors and its price. */
export function homePage(subjects: readonly Subject[]): string {
  const sections = subjects.map(({ slug, title, hourCents, tutors }) => {
    const names = tutors.map(
      ({ id, name }) => `<li><a href="/lessons/${slug}?tutor=${id}">${escapeHtml(name)}</a></li>`,
    )
    return `<h2>${escapeHtml(title)}, ${EUROS.format(hourCents / 100)} an hour</h2>
<ul>${names.join('')}</ul>
<p><a href="/lessons/${slug}">Book with any tutor</a></p>`
  })
  return layout('Tutors', `${sections.join('\n')}\n<p><a href="/diary">Booked lessons</a></p>`)
}

/** What the page of a subject shows. */
export interface Shown {
  readonly subject: Subject
  readonly tutorId: string | undefined
  readonly times: readonly string[]
  readonly idempotencyKey: string
  /** What went wrong with the last request. */
  readonly problem?: string
}

/** The page of a subject: its free times, and a form to book one. */
export function subjectPage({ subject, tutorId, times, idempotencyKey, problem }: Shown): string {
  const { title, hourCents, tutors } = subject
  const tutor = tutors.find(({ id }) => id === tutorId)
  const options = times.map((start) => `<option value="${start}">${TIMES.format(new Date(start))}`)
  const form = `<form method="post">
<input type="hidden" name="key" value="${idempotencyKey}">
<input type="hidden" name="tutor" value="${tutor?.id ?? ''}">
<label>Time in Berlin <select name="start">${options.join('')}</select></label>
<label>Name <input name="name" autocomplete="name" required></label>
<label>Email <input name="email" type="email" autocomplete="email" required></label>
<button>Book and pay ${EUROS.format(hourCents / 100)}</button>
</form>`
  const notice =
    problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`
  const body = times.length === 0 ? '<p>No free times in the next days.</p>' : form
  const heading = `${title} with ${tutor?.name ?? 'any tutor'}`
  return layout(heading, `${notice}${body}\n<p><a href="/">All tutors</a></p>`)
}

/** The page of the tutors: who teaches what when, and whether it is paid. */
export function diaryPage(lessons: readonly Lesson[]): string {
  const rows = lessons.map(
    ({ start, subject, tutor, state }) =>
      `<li><time datetime="${start}">${TIMES.format(new Date(start))}</time>: ${escapeHtml(subject)} with ${escapeHtml(tutor)}, ${state}</li>`,
  )
  return layout(
    'Booked lessons',
    `<ul>\n${rows.join('\n')}\n</ul>\n<p><a href="/">All tutors</a></p>`,
  )
}
