import shared from '../../shared/languages/nl.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Uw verblijf',
    status: {
      confirmed: 'Bevestigd',
      cancelled: 'Geannuleerd',
    },
    arrival: 'Aankomst',
    departure: 'Vertrek',
    who: 'Geboekt door',
    event: (house) => `Verblijf: ${house}`,
    begun: 'Uw verblijf is begonnen, dus u kunt het hier niet meer wijzigen.',
    move: 'Data wijzigen',
    moved: 'Data gewijzigd',
    movedNote: 'We sturen de nieuwe agenda-uitnodiging naar uw e-mailadres.',
    cancel: 'Verblijf annuleren',
    cancelTitle: 'Dit verblijf annuleren?',
    cancelNote: 'Anderen kunnen deze nachten dan boeken. U kunt dit niet ongedaan maken.',
    keep: 'Verblijf behouden',
    cancelYes: 'Ja, verblijf annuleren',
    cancelled: 'Verblijf geannuleerd',
    changedTitle: 'Uw verblijf is gewijzigd',
    changed: 'Dit zijn de huidige gegevens.',
    again: 'Nog een verblijf boeken',
    goneTitle: 'Dit verblijf is geannuleerd',
    gone: 'De nachten zijn weer beschikbaar.',
    linkTitle: 'Deze link werkt niet',
    link: 'Misschien is de link niet volledig. Open hem opnieuw vanuit uw e-mail of kopieer de hele link.',
  },
} satisfies GuestStayTranslations
