import { randomUUID } from 'node:crypto'
import { type Holdfast, HoldfastError } from '@holdfast/client'
import { freeTimes, holdLesson, listLessons, type Subject } from './marketplace.ts'
import { diaryPage, homePage, subjectPage } from './page.ts'

/** What the site works with. */
export interface SiteOptions {
  readonly holdfast: Holdfast
  readonly subjects: readonly Subject[]
}

/** A request of a browser. `form` is the body of a POST. */
export interface SiteRequest {
  readonly method: string
  readonly url: URL
  readonly form: URLSearchParams
}

/** An answer of the site: a page, or the address of another one. */
export type SiteAnswer =
  | { readonly status: number; readonly html: string }
  | { readonly status: 303; readonly location: string }

async function showSubject(
  { holdfast }: SiteOptions,
  subject: Subject,
  tutorId: string | undefined,
  problem?: string,
): Promise<string> {
  return subjectPage({
    subject,
    tutorId,
    times: await freeTimes(holdfast, subject, tutorId),
    idempotencyKey: randomUUID(),
    ...(problem !== undefined && { problem }),
  })
}

async function book(
  options: SiteOptions,
  subject: Subject,
  form: URLSearchParams,
): Promise<SiteAnswer> {
  const tutorId = form.get('tutor') || undefined
  try {
    const location = await holdLesson(options.holdfast, subject, {
      start: form.get('start') ?? '',
      tutorId,
      name: form.get('name') ?? '',
      email: form.get('email') ?? '',
      idempotencyKey: form.get('key') ?? randomUUID(),
    })
    return { status: 303, location }
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    const problem =
      error.code === 'slot_taken'
        ? 'Someone just booked this time. Choose another one.'
        : error.message
    return { status: error.status, html: await showSubject(options, subject, tutorId, problem) }
  }
}

/**
 * Answers a request of the site: `GET /`, `GET` and `POST /lessons/{subject}`, and `GET /diary`. A booked lesson leads to
 * the page of the Holdfast server on which it is paid.
 */
export async function answer(options: SiteOptions, request: SiteRequest): Promise<SiteAnswer> {
  const { method, url, form } = request
  const { holdfast, subjects } = options
  if (method === 'GET' && url.pathname === '/') return { status: 200, html: homePage(subjects) }
  if (method === 'GET' && url.pathname === '/diary') {
    return { status: 200, html: diaryPage(await listLessons(holdfast, subjects)) }
  }
  const subject = subjects.find(({ slug }) => url.pathname === `/lessons/${slug}`)
  if (subject !== undefined && method === 'POST') return book(options, subject, form)
  if (subject !== undefined && method === 'GET') {
    const tutor = subject.tutors.find(({ id }) => id === url.searchParams.get('tutor'))
    return { status: 200, html: await showSubject(options, subject, tutor?.id) }
  }
  return { status: 404, html: homePage(subjects) }
}
