import shared from '../../shared/languages/nl.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { BookingTranslations } from '../translations.ts'

const plural = pluralsOf('nl')

export default {
  ...shared,
  booking: {
    openedTitle: 'Afspraak',
    pageTitle: (what, who) => `${what} bij ${who}`,
    confirmations: {
      hold: 'We houden uw tijd vast terwijl u uw gegevens invult.',
      instant: 'Direct bevestigd.',
      approval: 'Bevestigd zodra de aanbieder akkoord gaat.',
    },
    duration: 'Hoe lang?',
    withWhom: 'Bij wie?',
    noPreference: 'Geen voorkeur',
    details: 'Uw gegevens',
    chosen: 'Uw tijd',
    emailHint: 'Hierheen sturen we de bevestiging en de agenda-uitnodiging.',
    confirm: 'Boeking bevestigen',
    book: 'Deze tijd boeken',
    request: 'Deze tijd aanvragen',
    toPayment: 'Verder naar betalen',
    addGuests: 'Gasten toevoegen',
    otherTime: 'Andere tijd kiezen',
    timeLeft: (time) => `Voor u vastgehouden: nog ${time}`,
    held: (minutes) =>
      `We houden deze tijd ${plural(minutes, { one: '# minuut', other: '# minuten' })} voor u vast.`,
    minutesLeft: (minutes) =>
      `Nog ${plural(minutes, { one: '# minuut', other: '# minuten' })} om te bevestigen.`,
    secondsLeft: (seconds) =>
      `Nog ${plural(seconds, { one: '# seconde', other: '# seconden' })} om te bevestigen.`,
    stillHeld: (when) => `We houden deze tijd nog voor u vast: ${when}.`,
    continue: 'Verder met boeken',
    expiredTitle: 'Deze tijd is niet meer voor u gereserveerd',
    expired:
      'Uw reservering is verlopen, dus anderen konden deze tijd boeken. Uw gegevens zijn bewaard. Bevestig om de tijd te boeken als die nog vrij is, of kies een andere tijd.',
    holdAgain: 'Deze tijd opnieuw proberen',
    takenTitle: (when) => `${when} is zojuist geboekt`,
    taken: 'Iemand heeft deze tijd zojuist geboekt. Deze zijn nog beschikbaar:',
    withdrawnTitle: (when) => `${when} wordt niet meer aangeboden`,
    withdrawn: 'Deze tijden zijn beschikbaar:',
    noAlternatives: 'Kies een andere tijd.',
    findingAlternatives: 'Andere tijden worden gezocht…',
    doneTitle: 'Boeking bevestigd',
    checkEmailTitle: 'Bekijk uw e-mail',
    checkEmail: (email) =>
      `Open de link die we naar ${email} hebben gestuurd om deze boeking te bevestigen. We houden de tijd een paar minuten vast.`,
    requestedTitle: 'Aanvraag verzonden',
    done: (email) => `We sturen de bevestiging naar ${email}.`,
    requested: (email) => `We sturen een e-mail naar ${email} zodra de aanbieder reageert.`,
    manage: 'Boeking beheren',
    manageHint:
      'U kunt uw boeking later bekijken, verzetten of annuleren. De link staat ook in uw e-mail.',
    bookAnother: 'Nog een tijd boeken',
  },
  extras: {
    where: 'Waar moet het plaatsvinden?',
    place: 'Adres of plaats',
    placeMissing: 'Vul de plaats in',
    phone: 'Telefoonnummer',
    phoneHint:
      'We bellen u op dit nummer. Met de landcode, bijvoorbeeld +31\u00a020\u00a0123\u00a04567.',
    phoneWrong: 'Vul een telefoonnummer in, bijvoorbeeld +31\u00a020\u00a0123\u00a04567',
    optional: (label) => `${label} (optioneel)`,
    choose: 'Kies…',
    missing: 'Beantwoord deze vraag',
    choiceMissing: 'Kies een antwoord',
    checkMissing: 'Vink dit vakje aan om verder te gaan',
    emailWrong: 'Vul een e-mailadres in, bijvoorbeeld ada@example.com',
    numberWrong: 'Vul een getal in',
    dateWrong: 'Vul een datum in',
    urlWrong: 'Vul een webadres in, bijvoorbeeld https://example.com',
    guests: 'Gasten',
    guestsHint: 'We sturen hun ook de uitnodiging.',
    guestEmail: (position) => `E-mail van gast ${position}`,
    guestTwice: 'Deze gast staat twee keer in de lijst',
    addAnother: 'Nog een gast toevoegen',
    removeGuest: (position) => `Gast ${position} verwijderen`,
    price: (amount) => `Prijs: ${amount}`,
    deposit: (deposit, amount) => `Aanbetaling nu: ${deposit} van ${amount}`,
    payNow: 'U betaalt op de volgende pagina. We houden uw tijd vast terwijl u betaalt.',
    payLater: 'U betaalt zodra de aanbieder akkoord is. We mailen u de link.',
    payTitle: 'Betaling',
    payText: (amount) => `Betaal ${amount} om uw boeking af te ronden.`,
    pay: (amount) => `${amount} betalen`,
    payExpired: 'Deze tijd is niet meer voor u gereserveerd. Er is niets afgeschreven.',
  },
} satisfies BookingTranslations
