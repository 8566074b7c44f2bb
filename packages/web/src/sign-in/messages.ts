import { catalog } from '../shared/language.ts'

/** The texts of the sign-in page. */
export const signInMessages = catalog({
  en: {
    title: 'Sign in',
    lead: 'Enter your email address. We send you a link, so you need no password.',
    againTitle: "Confirm it's you",
    again: (email: string) =>
      `This change needs a recent sign-in. Sign in again as ${email} to continue where you left off.`,
    againKey: 'This change needs a recent sign-in. Sign in again to continue where you left off.',
    email: 'Email',
    emailWrong: 'Enter an email address, such as ada@example.com.',
    sendLink: 'Email me a link',
    or: 'or',
    passkey: 'Sign in with a passkey',
    developers: 'Developers: sign in with a key',
    apiKey: 'API key',
    apiKeyHint: 'Starts with hf_. You stay signed in for a week.',
    useKey: 'Sign in with this key',
    sentTitle: 'Check your email',
    sent: (email: string) =>
      `If ${email} belongs to a member, we sent a link. It works for 15 minutes, and only in this browser.`,
    sentHint:
      'No email after a few minutes? Check your spam folder and the spelling of your address.',
    otherAddress: 'Use another address',
    redeeming: 'Signing you in …',
    invitationTitle: 'Join your team',
    invitation: 'You were invited to manage bookings here.',
    accept: 'Accept invitation',
    setupTitle: 'Set up your account',
    setup: 'You become the owner. Next time, you sign in with a link that we send to this address.',
    name: 'Your name',
    nameMissing: 'Enter your name.',
    start: 'Get started',
    accountsTitle: 'Choose an account',
    accounts: 'You belong to several accounts. You can switch later.',
    offerTitle: 'Sign in faster next time',
    offer:
      'Add a passkey to sign in with your fingerprint, face or screen lock. It stays on your devices and cannot be phished.',
    addPasskey: 'Add a passkey',
    notNow: 'Not now',
    requiredTitle: 'Add a passkey',
    required: 'This account requires a passkey. Add one to continue.',
    useTitle: 'Use your passkey',
    use: 'This account requires a passkey. Sign in with the one that you added.',
    errors: {
      link: {
        title: "This link doesn't work anymore",
        text: 'It expired, was used already, or was opened in another browser than the one that asked for it. Request a new link here.',
      },
      invitation: {
        title: "This invitation doesn't work anymore",
        text: 'It expired or was accepted already. If you accepted it, sign in below. Otherwise, ask for a new invitation.',
      },
      setup: {
        title: "This setup link doesn't work anymore",
        text: 'It expired, or this server already has an owner. Sign in below, or restart the server for a new link.',
      },
      passkey: {
        title: "This passkey doesn't work here",
        text: 'It was removed or belongs to another server. Sign in with a link instead.',
      },
      passkeyCancelled: {
        title: 'No passkey was used',
        text: 'Try again, or sign in with a link instead.',
      },
      key: {
        title: "This key doesn't work",
        text: "It doesn't exist, expired or was revoked.",
      },
      keysOff: {
        title: "Keys can't sign in here",
        text: 'Sign in with a link or a passkey instead.',
      },
      suspended: {
        title: 'This account is suspended',
        text: 'Contact the operator of this server.',
      },
      tooOften: {
        title: 'Too many attempts',
        text: 'Wait a minute, then try again.',
      },
    },
  },
  de: {
    title: 'Anmelden',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten einen Link und brauchen kein Passwort.',
    againTitle: 'Bestätigen Sie, dass Sie es sind',
    again: (email: string) =>
      `Für diese Änderung müssen Sie sich vor Kurzem angemeldet haben. Melden Sie sich noch einmal als ${email} an, um hier weiterzumachen.`,
    againKey:
      'Für diese Änderung müssen Sie sich vor Kurzem angemeldet haben. Melden Sie sich noch einmal an, um hier weiterzumachen.',
    email: 'E-Mail',
    emailWrong: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
    sendLink: 'Link per E-Mail erhalten',
    or: 'oder',
    passkey: 'Mit Passkey anmelden',
    developers: 'Für Entwickler: mit Schlüssel anmelden',
    apiKey: 'API-Schlüssel',
    apiKeyHint: 'Beginnt mit hf_. Sie bleiben eine Woche angemeldet.',
    useKey: 'Mit diesem Schlüssel anmelden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: (email: string) =>
      `Wenn ${email} zu einem Mitglied gehört, haben wir einen Link gesendet. Er gilt 15 Minuten und nur in diesem Browser.`,
    sentHint:
      'Nach ein paar Minuten noch keine E-Mail? Prüfen Sie den Spam-Ordner und die Schreibweise Ihrer Adresse.',
    otherAddress: 'Andere Adresse verwenden',
    redeeming: 'Sie werden angemeldet …',
    invitationTitle: 'Willkommen im Team',
    invitation: 'Sie wurden eingeladen, hier Buchungen zu verwalten.',
    accept: 'Einladung annehmen',
    setupTitle: 'Konto einrichten',
    setup:
      'Sie werden Inhaberin oder Inhaber. Beim nächsten Mal melden Sie sich mit einem Link an, den wir an diese Adresse senden.',
    name: 'Ihr Name',
    nameMissing: 'Geben Sie Ihren Namen ein.',
    start: 'Loslegen',
    accountsTitle: 'Konto wählen',
    accounts: 'Sie gehören zu mehreren Konten. Sie können später wechseln.',
    offerTitle: 'Nächstes Mal schneller anmelden',
    offer:
      'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Displaysperre an. Er bleibt auf Ihren Geräten und schützt vor Phishing.',
    addPasskey: 'Passkey hinzufügen',
    notNow: 'Jetzt nicht',
    requiredTitle: 'Passkey hinzufügen',
    required: 'Dieses Konto verlangt einen Passkey. Fügen Sie einen hinzu, um fortzufahren.',
    useTitle: 'Verwenden Sie Ihren Passkey',
    use: 'Dieses Konto verlangt einen Passkey. Melden Sie sich mit dem an, den Sie hinzugefügt haben.',
    errors: {
      link: {
        title: 'Dieser Link funktioniert nicht mehr',
        text: 'Er ist abgelaufen, wurde schon verwendet oder in einem anderen Browser angefordert. Fordern Sie hier einen neuen an.',
      },
      invitation: {
        title: 'Diese Einladung funktioniert nicht mehr',
        text: 'Sie ist abgelaufen oder wurde schon angenommen. Falls Sie sie angenommen haben, melden Sie sich unten an. Sonst bitten Sie um eine neue Einladung.',
      },
      setup: {
        title: 'Dieser Einrichtungslink funktioniert nicht mehr',
        text: 'Er ist abgelaufen, oder dieser Server hat schon eine Inhaberin oder einen Inhaber. Melden Sie sich unten an oder starten Sie den Server neu, um einen neuen Link zu erhalten.',
      },
      passkey: {
        title: 'Dieser Passkey funktioniert hier nicht',
        text: 'Er wurde entfernt oder gehört zu einem anderen Server. Melden Sie sich stattdessen mit einem Link an.',
      },
      passkeyCancelled: {
        title: 'Es wurde kein Passkey verwendet',
        text: 'Versuchen Sie es noch einmal oder melden Sie sich mit einem Link an.',
      },
      key: {
        title: 'Dieser Schlüssel funktioniert nicht',
        text: 'Es gibt ihn nicht, er ist abgelaufen oder wurde widerrufen.',
      },
      keysOff: {
        title: 'Schlüssel gelten hier nicht zur Anmeldung',
        text: 'Melden Sie sich mit einem Link oder einem Passkey an.',
      },
      suspended: {
        title: 'Dieses Konto ist gesperrt',
        text: 'Wenden Sie sich an den Betreiber dieses Servers.',
      },
      tooOften: {
        title: 'Zu viele Versuche',
        text: 'Warten Sie eine Minute und versuchen Sie es noch einmal.',
      },
    },
  },
})
