import shared from '../../shared/languages/fr.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('fr')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) => `Arrivée à partir de ${checkIn}, départ avant ${checkOut}.`,
    minNights: (count) =>
      plural(count, {
        1: '',
        one: 'Séjour minimum\u00a0: # nuit.',
        other: 'Séjour minimum\u00a0: # nuits.',
      }),
    maxNights: (count) =>
      `Séjour maximum\u00a0: ${plural(count, { one: '# nuit', other: '# nuits' })}.`,
    chooseArrival: 'Choisissez votre date d’arrivée.',
    chooseDeparture: 'Choisissez votre date de départ.',
    arrival: 'Arrivée',
    departure: 'Départ',
    length: 'Durée du séjour',
    nights: (count) => plural(count, { one: '# nuit', other: '# nuits' }),
    canArrive: 'arrivée possible',
    canLeave: (nights) => `départ possible, ${plural(nights, { one: '# nuit', other: '# nuits' })}`,
    inStay: 'compris dans votre séjour',
    taken: 'pris',
    closed: 'fermé',
    notPossible: 'indisponible',
    details: 'Vos informations',
    emailHint: 'Nous y enverrons la confirmation et l’invitation au format calendrier.',
    book: 'Réserver le séjour',
    startOver: 'Choisir d’autres dates',
    takenTitle: 'Certaines nuits viennent d’être prises',
    nightsTaken: (nights) => `Déjà prises\u00a0: ${nights}. Choisissez d’autres dates.`,
    ruleTitle: 'Ces dates ne peuvent pas être réservées',
    rule: 'Les règles de réservation ont changé. Choisissez d’autres dates.',
    doneTitle: 'Séjour réservé',
    done: (name, email) => `Réservé pour ${name}. Nous envoyons la confirmation à ${email}.`,
    manage: 'Gérer le séjour',
    manageHint:
      'Vous pourrez consulter, déplacer ou annuler votre séjour plus tard. Le lien figure aussi dans votre e-mail.',
    another: 'Réserver un autre séjour',
    pageTitle: (name) => `Séjour\u00a0: ${name}`,
  },
} satisfies StayTranslations
