/** Lists the doctors of the directory. Each visit is a link to its booking page, which `embed.js` opens in a popup. */

const { content: holdfast } = document.querySelector('meta[name=holdfast]')
const [doctors, specialty, thanks, failure] = ['doctors', 'specialty', 'thanks', 'failure'].map(
  (id) => document.getElementById(id),
)

/** All listed doctors: browsers call the directory from any origin, without a key. */
async function loadDoctors() {
  const all = []
  const url = new URL(`${holdfast}/v1/directory`)
  for (;;) {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`The directory answered ${answer.status}`)
    const { data, nextCursor } = await answer.json()
    all.push(...data)
    if (nextCursor === null) return all
    url.searchParams.set('cursor', nextCursor)
  }
}

/** An element with a text or children. Texts of the directory never become HTML. */
function create(name, content, attributes = {}) {
  const element = Object.assign(document.createElement(name), attributes)
  element.append(...[content].flat())
  return element
}

function visitLink(doctor, { slug, title, durationMinutes }) {
  const link = create('a', `${title}, ${durationMinutes} min`, {
    href: `${holdfast}${doctor.path}/${slug}`,
  })
  link.dataset.holdfastPopup = ''
  link.dataset.title = `${title} with ${doctor.name}`
  return create('li', link)
}

function card(doctor) {
  const visits = doctor.eventTypes.map((eventType) => visitLink(doctor, eventType))
  return create('li', [
    create('h2', doctor.name),
    create('p', doctor.specialty ?? '', { className: 'specialty' }),
    create('ul', visits),
  ])
}

function show(all) {
  const chosen = all.filter((each) => specialty.value === '' || each.specialty === specialty.value)
  doctors.replaceChildren(...chosen.map(card))
  doctors.setAttribute('aria-busy', 'false')
}

// The event bubbles from the link. It has the id and the start of the booking, and nothing about the patient.
addEventListener('holdfast:booked', ({ detail: { start, status } }) => {
  const when = new Date(start).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' })
  thanks.textContent =
    status === 'confirmed'
      ? `Thank you. We expect you on ${when}.`
      : `Thank you. We will confirm your visit on ${when} by email.`
})

try {
  const all = await loadDoctors()
  const names = new Set(all.flatMap((each) => each.specialty ?? []))
  specialty.append(...[...names].sort().map((name) => create('option', name)))
  specialty.parentElement.hidden = names.size < 2
  specialty.addEventListener('change', () => show(all))
  show(all)
} catch (error) {
  console.error(error)
  doctors.setAttribute('aria-busy', 'false')
  failure.textContent = 'Our calendar cannot be reached. Please call us at 555 0100.'
}
