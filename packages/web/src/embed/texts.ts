interface Texts {
  /** Names the frame and the dialog, and is the text of the button. */
  readonly book: string
  readonly close: string
  /** Why nothing is shown: the site's page is sandboxed without an origin, or a file. */
  readonly noOrigin: string
  readonly notLoaded: string
  readonly openPage: string
}

const ENGLISH: Texts = {
  book: 'Book a time',
  close: 'Close',
  noOrigin:
    "The booking page can't be shown here: this page is sandboxed without allow-same-origin, or opened from a file.",
  notLoaded: "The booking page didn't load.",
  openPage: 'Open it in a new tab',
}

const TEXTS: Readonly<Record<string, Texts>> = {
  de: {
    book: 'Termin buchen',
    close: 'Schließen',
    noOrigin:
      'Die Buchungsseite kann hier nicht angezeigt werden: Diese Seite läuft in einer Sandbox ohne allow-same-origin oder wurde als Datei geöffnet.',
    notLoaded: 'Die Buchungsseite wurde nicht geladen.',
    openPage: 'In neuem Tab öffnen',
  },
  fr: {
    book: 'Réserver un horaire',
    close: 'Fermer',
    noOrigin:
      'La page de réservation ne peut pas s’afficher ici : cette page est isolée (sandbox) sans allow-same-origin, ou ouverte depuis un fichier.',
    notLoaded: 'La page de réservation ne s’est pas chargée.',
    openPage: 'L’ouvrir dans un nouvel onglet',
  },
  es: {
    book: 'Reservar una hora',
    close: 'Cerrar',
    noOrigin:
      'La página de reservas no se puede mostrar aquí: esta página está en un sandbox sin allow-same-origin o se abrió desde un archivo.',
    notLoaded: 'La página de reservas no se ha cargado.',
    openPage: 'Abrirla en una pestaña nueva',
  },
  it: {
    book: 'Prenota un orario',
    close: 'Chiudi',
    noOrigin:
      'La pagina di prenotazione non può essere mostrata qui: questa pagina è in una sandbox senza allow-same-origin o è aperta da un file.',
    notLoaded: 'La pagina di prenotazione non è stata caricata.',
    openPage: 'Aprila in una nuova scheda',
  },
  nl: {
    book: 'Een tijd boeken',
    close: 'Sluiten',
    noOrigin:
      'De boekingspagina kan hier niet worden getoond: deze pagina staat in een sandbox zonder allow-same-origin of is als bestand geopend.',
    notLoaded: 'De boekingspagina is niet geladen.',
    openPage: 'Openen in een nieuw tabblad',
  },
  pt: {
    book: 'Reservar um horário',
    close: 'Fechar',
    noOrigin:
      'A página de reservas não pode ser mostrada aqui: esta página está numa sandbox sem allow-same-origin ou foi aberta a partir de um ficheiro.',
    notLoaded: 'A página de reservas não carregou.',
    openPage: 'Abrir num novo separador',
  },
  pl: {
    book: 'Zarezerwuj termin',
    close: 'Zamknij',
    noOrigin:
      'Nie można tu wyświetlić strony rezerwacji: ta strona działa w piaskownicy bez allow-same-origin lub została otwarta z pliku.',
    notLoaded: 'Strona rezerwacji nie wczytała się.',
    openPage: 'Otwórz w nowej karcie',
  },
  tr: {
    book: 'Randevu alın',
    close: 'Kapat',
    noOrigin:
      'Randevu sayfası burada gösterilemiyor: bu sayfa allow-same-origin olmadan korumalı alanda çalışıyor veya bir dosyadan açıldı.',
    notLoaded: 'Randevu sayfası yüklenmedi.',
    openPage: 'Yeni sekmede açın',
  },
  ja: {
    book: '時間を予約する',
    close: '閉じる',
    noOrigin:
      'ここでは予約ページを表示できません。このページは allow-same-origin のないサンドボックス内にあるか、ファイルから開かれています。',
    notLoaded: '予約ページを読み込めませんでした。',
    openPage: '新しいタブで開く',
  },
  ar: {
    book: 'حجز موعد',
    close: 'إغلاق',
    noOrigin:
      'لا يمكن عرض صفحة الحجز هنا: هذه الصفحة معزولة بدون allow-same-origin أو مفتوحة من ملف.',
    notLoaded: 'لم يتم تحميل صفحة الحجز.',
    openPage: 'فتحها في علامة تبويب جديدة',
  },
}

/** The texts in the language of a tag, such as `de-AT`; English if the pages do not have it. */
export const textsIn = (language: string): Texts =>
  TEXTS[language.toLowerCase().split('-')[0] ?? ''] ?? ENGLISH
