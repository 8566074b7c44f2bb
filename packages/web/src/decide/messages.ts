import { catalog } from '../shared/language.ts'

/** The texts of the page on which a provider answers a request. */
export const decideMessages = catalog({
  en: {
    title: 'Booking request',
    fallback: 'Appointment',
    at: (who: string) => `with ${who}`,
    who: 'Requested by',
    note: 'Note',
    answerBy: 'Answer by',
    approve: 'Approve',
    decline: 'Decline',
    declineTitle: 'Decline this request?',
    declineNote: "The time becomes available to others. We'll email the booker with your reason.",
    reason: 'Reason (optional)',
    declineYes: 'Decline request',
    back: 'Back',
    status: {
      open: 'Waiting for your answer',
      approved: 'Approved',
      declined: 'Declined',
      cancelled: 'Cancelled',
      expired: 'Expired',
      moved: 'Moved',
      reassigned: 'Reassigned',
    },
    done: {
      approved: 'Request approved',
      declined: 'Request declined',
    },
    told: (who: string) => `We'll email ${who}.`,
    over: {
      approved: {
        title: 'This request was already approved',
        text: 'You can change or cancel the booking in the dashboard.',
      },
      declined: {
        title: 'This request was already declined',
        text: 'The time is available to others.',
      },
      cancelled: {
        title: 'This booking was cancelled',
        text: 'The time is available to others.',
      },
      expired: {
        title: 'This request expired',
        text: 'Nobody answered in time, so the time is available to others.',
      },
      moved: {
        title: 'This request has a new time',
        text: 'Use the links in our newest email about it.',
      },
      reassigned: {
        title: 'Someone else takes this booking',
        text: 'You no longer take part, so there is nothing to do.',
      },
    },
    takenTitle: 'This time is taken',
    taken: 'Another booking has this time now. Decline the request, and offer another time.',
    linkTitle: "This link doesn't work",
    link: 'It may be incomplete. Open it again from your email, or copy the whole link.',
  },
  de: {
    title: 'Buchungsanfrage',
    fallback: 'Termin',
    at: (who: string) => `bei ${who}`,
    who: 'Angefragt von',
    note: 'Nachricht',
    answerBy: 'Antwort bis',
    approve: 'Annehmen',
    decline: 'Ablehnen',
    declineTitle: 'Diese Anfrage ablehnen?',
    declineNote:
      'Andere können diese Zeit dann buchen. Wir benachrichtigen die anfragende Person und nennen Ihren Grund.',
    reason: 'Grund (optional)',
    declineYes: 'Anfrage ablehnen',
    back: 'Zurück',
    status: {
      open: 'Wartet auf Ihre Antwort',
      approved: 'Angenommen',
      declined: 'Abgelehnt',
      cancelled: 'Abgesagt',
      expired: 'Abgelaufen',
      moved: 'Verschoben',
      reassigned: 'Abgegeben',
    },
    done: {
      approved: 'Anfrage angenommen',
      declined: 'Anfrage abgelehnt',
    },
    told: (who: string) => `Wir benachrichtigen ${who} per E-Mail.`,
    over: {
      approved: {
        title: 'Diese Anfrage wurde bereits angenommen',
        text: 'Im Dashboard können Sie die Buchung ändern oder absagen.',
      },
      declined: {
        title: 'Diese Anfrage wurde bereits abgelehnt',
        text: 'Andere können diese Zeit buchen.',
      },
      cancelled: {
        title: 'Diese Buchung wurde abgesagt',
        text: 'Andere können diese Zeit buchen.',
      },
      expired: {
        title: 'Diese Anfrage ist abgelaufen',
        text: 'Niemand hat rechtzeitig geantwortet. Andere können diese Zeit buchen.',
      },
      moved: {
        title: 'Diese Anfrage hat eine neue Zeit',
        text: 'Verwenden Sie die Links in unserer neuesten E-Mail dazu.',
      },
      reassigned: {
        title: 'Diese Buchung übernimmt jemand anderes',
        text: 'Sie nehmen nicht mehr teil und müssen nichts tun.',
      },
    },
    takenTitle: 'Diese Zeit ist vergeben',
    taken:
      'Eine andere Buchung hat diese Zeit jetzt. Lehnen Sie die Anfrage ab und bieten Sie eine andere Zeit an.',
    linkTitle: 'Dieser Link funktioniert nicht',
    link: 'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus Ihrer E-Mail oder kopieren Sie ihn vollständig.',
  },
})
