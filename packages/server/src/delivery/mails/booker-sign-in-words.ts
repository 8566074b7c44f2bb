import type { MailLanguage } from './words/wording.ts'

/** The texts of the email with a link by which a booker signs in. */
export interface BookerSignInWords {
  readonly subject: (account: string) => string
  readonly lead: (account: string) => string
  readonly link: string
}

/** These texts in all languages. */
export const BOOKER_SIGN_IN_WORDS: Readonly<Record<MailLanguage, BookerSignInWords>> = {
  en: {
    subject: (account) => `Your bookings at ${account}`,
    lead: (account) =>
      `Open the link within 15 minutes to see your bookings at ${account}. It works once. If you did not ask for it, ignore this email.`,
    link: 'See my bookings',
  },
  de: {
    subject: (account) => `Ihre Buchungen bei ${account}`,
    lead: (account) =>
      `Öffnen Sie den Link innerhalb von 15 Minuten, um Ihre Buchungen bei ${account} zu sehen. Er funktioniert einmal. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.`,
    link: 'Meine Buchungen ansehen',
  },
  fr: {
    subject: (account) => `Vos réservations\u00a0: ${account}`,
    lead: (account) =>
      `Ouvrez le lien dans les 15 minutes pour voir vos réservations chez ${account}. Il fonctionne une seule fois. Si vous n’avez rien demandé, ignorez cet e-mail.`,
    link: 'Voir mes réservations',
  },
  es: {
    subject: (account) => `Sus reservas en ${account}`,
    lead: (account) =>
      `Abra el enlace en un plazo de 15 minutos para ver sus reservas en ${account}. Funciona una sola vez. Si usted no lo ha pedido, ignore este correo.`,
    link: 'Ver mis reservas',
  },
  it: {
    subject: (account) => `Le Sue prenotazioni: ${account}`,
    lead: (account) =>
      `Apra il link entro 15 minuti per vedere le Sue prenotazioni presso ${account}. Funziona una sola volta. Se non l’ha richiesto Lei, ignori questa e-mail.`,
    link: 'Vedi le mie prenotazioni',
  },
  nl: {
    subject: (account) => `Uw boekingen bij ${account}`,
    lead: (account) =>
      `Open de link binnen 15 minuten om uw boekingen bij ${account} te bekijken. De link werkt één keer. Hebt u dit niet gevraagd? Negeer dan deze e-mail.`,
    link: 'Mijn boekingen bekijken',
  },
  pt: {
    subject: (account) => `Suas reservas: ${account}`,
    lead: (account) =>
      `Abra o link em até 15 minutos para ver suas reservas em ${account}. Ele funciona uma única vez. Se você não pediu este link, ignore este e-mail.`,
    link: 'Ver minhas reservas',
  },
  pl: {
    subject: (account) => `Twoje rezerwacje: ${account}`,
    lead: (account) =>
      `Otwórz link w ciągu 15 minut, aby zobaczyć swoje rezerwacje (${account}). Link działa jeden raz. Jeśli to nie Twoja prośba, zignoruj tę wiadomość.`,
    link: 'Zobacz moje rezerwacje',
  },
  tr: {
    subject: (account) => `Rezervasyonlarınız: ${account}`,
    lead: (account) =>
      `Rezervasyonlarınızı görmek için bağlantıyı 15 dakika içinde açın (${account}). Bağlantı bir kez çalışır. Bunu siz istemediyseniz bu e-postayı dikkate almayın.`,
    link: 'Rezervasyonlarımı gör',
  },
  ja: {
    subject: (account) => `ご予約の一覧：${account}`,
    lead: (account) =>
      `15分以内にリンクを開くと、${account}でのご予約を確認できます。リンクは一度だけ使えます。お心当たりがない場合は、このメールを無視してください。`,
    link: '予約を見る',
  },
  ar: {
    subject: (account) => `حجوزاتكم لدى ${account}`,
    lead: (account) =>
      `افتحوا الرابط خلال 15 دقيقة لعرض حجوزاتكم لدى ${account}. يعمل الرابط مرة واحدة. إذا لم تطلبوه، فتجاهلوا هذه الرسالة.`,
    link: 'عرض حجوزاتي',
  },
}
