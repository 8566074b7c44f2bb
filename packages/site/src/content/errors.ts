import {
  PROBLEM_CODES,
  PROBLEM_SOLUTIONS,
  PROBLEMS,
  type ProblemCode,
  problemType,
} from '@holdfast/contracts'
import { type OpenApi, operationsOf, type PlacedOperation } from '../reference/openapi.ts'
import type { GeneratedPage } from '../reference/reference-pages.ts'
import { tagHref } from '../reference/tag-href.ts'
import { codeBlock } from '../render/highlight.ts'
import { escapeHtml } from '../render/html.ts'
import { renderInline } from '../render/inline.ts'

/** The members that a problem of some codes has beside the common ones. */
const MEMBERS: Partial<Record<ProblemCode, Readonly<Record<string, unknown>>>> = {
  validation_failed: {
    errors: [
      {
        pointer: '/booker/email',
        message: 'must be an email address, such as ada@example.com; got "ada"',
      },
    ],
  },
  calendar_unreadable: {
    errors: [{ pointer: '/url', message: 'the server at this address answered 404' }],
  },
  slot_not_bookable: {
    reasons: [
      {
        code: 'too_soon',
        minNoticeMinutes: 120,
        earliestStart: '2026-04-27T10:00:00Z',
      },
    ],
  },
  stay_not_bookable: { reasons: [{ code: 'too_few_nights', minNights: 2 }] },
  night_taken: { nights: ['2026-04-28', '2026-04-29'] },
  session_full: { seatsLeft: 1 },
  limit_reached: { limit: 'perDay', count: 8 },
  group_too_large: { max: 12 },
  part_of_visit: { groupId: 'grp_01kqs3v7m8e2f4g6h8j0k2m4n6' },
  schedule_in_use: { usedBy: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'] },
  property_in_use: { usedBy: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'] },
  photo_in_use: { usedBy: ['ppt_01kqs3v7m8e2f4g6h8j0k2m4n6'] },
  photo_limit_reached: { max: 1000 },
  calendar_in_use: { usedBy: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'] },
  contact_has_bookings: { bookingIds: ['bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'], stayIds: [] },
}

/** The first sentence of a text. */
const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text

/** An example of a problem, as the body of a response. */
export function exampleProblem(code: ProblemCode): Readonly<Record<string, unknown>> {
  const { status, title, meaning } = PROBLEMS[code]
  return {
    type: problemType(code),
    title,
    status,
    detail: firstSentence(meaning),
    code,
    requestId: 'req_01kqs3v7m8e2f4g6h8j0k2m4n6',
    ...MEMBERS[code],
  }
}

/** What a program may do with a response of a status. */
function retryText(code: ProblemCode): string {
  const { status } = PROBLEMS[code]
  if (status === 429 || status === 503 || code === 'request_in_progress') {
    return 'Yes, after the seconds in `Retry-After`. Keep the `Idempotency-Key`, so that it takes effect at most once.'
  }
  if (status >= 500) return 'Yes, with the same `Idempotency-Key`.'
  return 'No. The same request gets the same answer until something changes.'
}

const answering = (operations: readonly PlacedOperation[], code: ProblemCode) =>
  operations.filter(({ operation }) =>
    Object.values(operation.responses).some(({ description }) =>
      description.includes(`\`${code}\``),
    ),
  )

/** More than these are not listed: nearly every call can answer the problem. */
const MOST_CALLS = 40

function callsHtml(operations: readonly PlacedOperation[], code: ProblemCode): string {
  const calls = answering(operations, code)
  if (calls.length === 0) return ''
  const title = '<h2 id="calls">Calls that answer it</h2>'
  if (calls.length > MOST_CALLS)
    return `${title}<p>${calls.length} calls, see the <a href="/docs/api">API reference</a>.</p>`
  const items = calls.map(
    ({ method, path, operation }) =>
      `<li><a href="${tagHref(operation.tags[0] ?? '')}#${operation.operationId}">${escapeHtml(operation.summary)}</a> <code>${method} ${escapeHtml(path)}</code></li>`,
  )
  return `${title}<ul>${items.join('\n')}</ul>`
}

function errorPage(operations: readonly PlacedOperation[], code: ProblemCode): GeneratedPage {
  const { status, title, meaning } = PROBLEMS[code]
  const solution = PROBLEM_SOLUTIONS[code]
  return {
    name: `errors/${code}`,
    title,
    description: firstSentence(meaning),
    html: `<dl class="facts"><div><dt>Code</dt><dd><code>${code}</code></dd></div><div><dt>HTTP status</dt><dd><code>${status}</code></dd></div></dl>
<h2 id="meaning">What it means</h2>
<p>${renderInline(meaning)}</p>
<h2 id="fix">How to fix it</h2>
<p>${renderInline(solution)}</p>
<h2 id="retry">Can the request be repeated?</h2>
<p>${renderInline(retryText(code))}</p>
<h2 id="example">Example</h2>
${codeBlock(JSON.stringify(exampleProblem(code), null, 2), 'json')}
${callsHtml(operations, code)}
`,
    headings: [],
    sections: [{ id: '', heading: '', text: `${code} ${status} ${meaning} ${solution}` }],
  }
}

/** A page of each problem code, and one with all of them by status. */
export function errorPages(document: OpenApi): readonly GeneratedPage[] {
  const operations = operationsOf(document)
  const codes = PROBLEM_CODES.toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status)
  const rows = codes.map(
    (code) =>
      `<tr><td><code>${PROBLEMS[code].status}</code></td><td><a href="/docs/errors/${code}"><code>${code.replaceAll('_', '_<wbr>')}</code></a></td><td>${escapeHtml(PROBLEMS[code].title)}</td></tr>`,
  )
  const index: GeneratedPage = {
    name: 'errors',
    title: 'Errors',
    description: 'Every error code of the API: its status, its meaning and how to fix it.',
    html: `<p class="lead">An error is <code>application/problem+json</code> (RFC 9457). Programs decide by its <code>code</code>, which never changes its meaning. <code>detail</code> is for people. A running server explains each code at <code>GET /problems/{code}</code>, the <code>type</code> of the error.</p>
<div class="table" tabindex="0" role="group" aria-label="All error codes"><table class="codes"><thead><tr><th>Status</th><th>Code</th><th>Title</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
`,
    headings: [],
    sections: [{ id: '', heading: '', text: 'error codes problem+json RFC 9457' }],
  }
  return [index, ...codes.map((code) => errorPage(operations, code))]
}
