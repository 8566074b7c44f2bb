import shared from '../../shared/languages/nl.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: 'Mijn boekingen',
    lead: 'Vul het e-mailadres in waarmee u boekt. Wij sturen u een link.',
    email: 'E-mailadres',
    emailWrong: 'Vul een e-mailadres in, bijvoorbeeld ada@example.com.',
    send: 'Link versturen',
    sentTitle: 'Bekijk uw e-mail',
    sent: (email) =>
      `Als er boekingen zijn voor ${email}, is een e-mail met een link onderweg. De link werkt 15 minuten.`,
    again: 'Ander adres gebruiken',
    openLead: 'Ga verder om uw boekingen in deze browser te zien.',
    open: 'Mijn boekingen bekijken',
    ended: {
      link: {
        title: 'Deze link werkt niet meer',
        text: 'De link is al gebruikt of is ouder dan 15 minuten. Vraag een nieuwe aan.',
      },
      'sign-in': {
        title: 'U bent uitgelogd',
        text: 'Een aanmelding duurt 30 dagen. Vraag een nieuwe link aan.',
      },
    },
    coming: 'Komende',
    noneComing: 'U hebt geen komende boekingen.',
    past: 'Eerdere',
    more: 'Meer tonen',
    manage: 'Bekijken of wijzigen',
    status: {
      pending: 'Nog niet bevestigd',
      confirmed: 'Bevestigd',
      completed: 'Afgerond',
      cancelled: 'Geannuleerd',
      no_show: 'Gemist',
      expired: 'Verlopen',
    },
  },
} satisfies OwnBookingsTranslations
