/** A room as the page shows it. */
export interface ShownRoom {
  readonly name: string
  readonly calendarId: string
  readonly nights: readonly { readonly date: string; readonly isFree: boolean }[]
  /** The price of the chosen dates as text; undefined without dates, or if a night of them is not free. */
  readonly quote: string | undefined
}

/** What the page shows. */
export interface Shown {
  readonly arrival: string
  readonly departure: string
  readonly rooms: readonly ShownRoom[]
  /** What went wrong with the last request. */
  readonly problem?: string
  readonly idempotencyKey: string
}

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
  body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
  form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end }
  label { display: grid; gap: .25rem }
  input, button { font: inherit; padding: .4rem .6rem }
  ol { display: flex; flex-wrap: wrap; gap: .25rem; padding: 0; list-style: none }
  li { width: 3.2rem; padding: .25rem 0; border: 1px solid; border-radius: .3rem; text-align: center; font-size: .8rem }
  li.taken { opacity: .7; text-decoration: line-through; border-style: dashed }
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

const night = ({ date, isFree }: ShownRoom['nights'][number]): string =>
  `<li class="${isFree ? 'free' : 'taken'}" title="${date}: ${isFree ? 'free' : 'taken'}">${date.slice(5)}</li>`

const field = (label: string, name: string, type: string, value = ''): string =>
  `<label>${label} <input name="${name}" type="${type}" value="${escapeHtml(value)}" required></label>`

const bookingForm = (shown: Shown, room: ShownRoom): string => `<form method="post" action="/stays">
<input type="hidden" name="room" value="${room.calendarId}">
<input type="hidden" name="arrival" value="${escapeHtml(shown.arrival)}">
<input type="hidden" name="departure" value="${escapeHtml(shown.departure)}">
<input type="hidden" name="key" value="${escapeHtml(shown.idempotencyKey)}">
${field('Name', 'name', 'text')}
${field('Email', 'email', 'email')}
<button>Book for ${room.quote}</button>
</form>`

const roomSection = (shown: Shown, room: ShownRoom): string => `<section>
<h2>${escapeHtml(room.name)}</h2>
<ol>${room.nights.map(night).join('')}</ol>
${room.quote === undefined ? '' : bookingForm(shown, room)}
</section>`

/** The page with the free nights of all rooms and, with dates, their prices. */
export const housePage = (shown: Shown): string =>
  layout(
    'House by the lake',
    `${shown.problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(shown.problem)}</p>`}
<form action="/">
${field('Arrival', 'arrival', 'date', shown.arrival)}
${field('Departure', 'departure', 'date', shown.departure)}
<button>Show prices</button>
</form>
${shown.rooms.map((room) => roomSection(shown, room)).join('\n')}`,
  )

/** The page after a booking. `stayUrl` is the guest's page on the Holdfast server. */
export const bookedPage = (room: string, price: string, stayUrl: string): string =>
  layout(
    'Booked',
    `<p>${escapeHtml(room)} is yours for ${price}. We sent you an email with your invitation.</p>
<p><a href="${escapeHtml(stayUrl)}">View or cancel your stay</a></p>`,
  )
