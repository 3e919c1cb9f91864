/** Leaked passwords that are long enough for the length rule, from the list of zxcvbn-ts (MIT). */
const LEAKED = `
  123qweasdzxc 1qaz2wsx3edc q1w2e3r4t5y6 1q2w3e4r5t6y mailcreated5240 qazwsxedcrfv 123456qwerty qwerty123456
  sojdlg123aljg leavemealone 123456654321 gfhjkmgfhjkm qazwsxedc123 ghjcnjgfhjkm zxcasdqwe123 sonyericsson
  ghhh47hj7649 123456789qwe 1qazxsw23edc qwerasdfzxcv qweasdzxc123 flvbybcnhfnjh 123456789987654321 112233445566
  ghbdtnrfrltkf websolutions finalfantasy 1qaz2wsx3edc4rfv chickenwing101 unbelievable administrator 123321123321
  justinbieber contortionist 123qwe123qwe newproject2004 pornographic needforspeed businessbabe 123456789123
  maurolarastefy supernatural professional domainlock2005 scandinavian dkflbvbhjdbx hd764nw5d7e1vb1
  qazwsxedcrfvtgb 123456789012 dkflbvbhjdyf counterstrike zaq1xsw2cde3 vfvfvskfhfve 123456789abc fkmnthyfnbdf
  intelligence ghjcnjghjcnj admin18533362 23176djivanfros 123456789qwerty qazxswedcvfr qwertyasdfgh whosyourdaddy
  1111111111zz fktrcfylhjdbx fktrcfylhjdyf 541233432442 123456789qaz ghbdtnghbdtn password1234
  12345678900987654321 chesterfield 010203040506 lost4815162342 102030405060 vanyarespekt qwerty123456789
  89231243658s iseedeadpeople transformers devilmaycry4 combat123654 qwertyytrewq jamesbond007 123123qweqwe
  123456789qqq asdfghjkl123 1234qwerasdf 123qwe456rty 1234567890qw ghjcnjrdfibyj qwertyuiop123 international
  saun24865709 q1w2e3r4t5y6u7 ptybnxtvgbjy 1qa2ws3ed4rf 123456789zxc 12345678987654321 playstation3 31217221027711
  159753159753 mevefalkcakk 1234567890qwe hedimaptfcor cosmopolitan q1w2e3r4t5y6u7i8 zqjphsyf6ctifgu
  lhbjkjubz2957704 123456782000 andrewjackie 1qazxsw23edcvfr4 12qw34er56ty christopher1 159753456852 networkingpe
  philadelphia peanutbutter boy4u2ownnyc ingodwetrust minecraft123 digitalprodu installdevic an83546921an13
  qawsedrftgyh abc123456789 123321qweewq auckland2010 residentevil olcrackmaster 1234567890zzz 012345678910
  avrillavigne massimiliano nhfdvfnjkju123 742617000027 41d8cd98f00b nemvxyheqdd5oqxyxyzi temppassword
  punksnotdead fynfyfyfhbde nightcrawler playstation2 gjkysqgbpltw ticketmaster 01telemike01 stratocaster
  ghjcnjqgfhjkm installsqlst 123456789101 1234567890qaz frederiksberg 1a2s3d4f5g6h passwordpassword sanfrancisco
  89876065093rax 1234567qwertyu lytghjgtnhjdcr 111222333000 nhecsyfujkjdt zaqwsxcderfv seemnemaailm qwaszxerdfcv
  antananarivu greenlantern qazwsxqazwsx vfrcbvvfrcbv 1234qwerasdfzxcv ghjcnjgbpltw 123321456654
  1234567890987654321 1234567890qwerty q1w2e3r4t5y6u7i8o9p0 morganstanley qwe123qwe123 gtnhjpfdjlcr zxcvbn123456
  bltynbabrfwbz warhammer40k passwordstandard maprchem56458 construction bpgjldsgjldthnf iampurehaha2 qazxswedc123
  qwertyuiop10 stinkyfinger cjdthitycndj corperfmonsy weihnachtsbau 1234567892000 1234567887654321 stickdaddy77
  123456789000 014702580369 asdfgh123456 necronomicon mortalkombat 123qwerty123 systemofadown qaz123wsx456
  nastyanastya zxcvbnm123456789 satisfaction cheeseburger a1s2d3f4g5h6 minnesota_hp 122333444455555 vladimirovna
  111222333444555 ilovemyfamily michaeljackson vfhbyfvfhbyf qwertyuiop12345 1qa2ws3ed4rf5tg websolutionssu
  amadeusptfcor specialinsta 123456789asd nhfycajhvths rfnthbyf1988 paraklast1974 webuivalidat msorcloledbr
  nondriversig 123456789qwer wazzkaprivet weihnachtsbaum fktrcfylhjdf z1x2c3v4b5n6m7 ghjnbdjcnjzybt qwertyuiop12
  sonnenschein anytimetoday ntktdbpjh1994 nick1234-rem936 thecakeisalie ontheoutside zcfvfzkexifz xxxp455w0rd5
  qwertasdfgzxcvb ghjatccbjyfk aksjdlasdakj89879 23wkoa0fp78dk marinamarina fatima753357 6215mila6215 zaq12wsxcde3
  love777321777 123456789aaa pfqwtd27121988 cnfc35762209 12345677654321 zxcvbnmmnbvcxz civilization findaupair007
  alpha135792468 ghtdtlvtldtl edwardcullen gfhfktkjuhfv qazwsx123456 lytdybrbdfvgbhf asd123asd123 passwordassword
  ronaldinho10 ipo54tj45uy856 89semtsriuty foreveryoung sdicmt7seytn blacksonblon 420842084208555 ktjynsq40147
  1a2a3a4a5a6a bullnuts2003 050605rostik 123456zxcvbn z1x2c3v4b5n6 entertainment badiman28200 123ewqasdcxz
  nhbujyjvtnhbz ne_e_pod_chehyl hd764nw5d7e1vbv josephphone7 gthtrfnbgjkt configuratio msoracle32re
  bhrh0h2oof6xbqjeh 193570356033
`;

/** The most common leaked passwords. They are too short by themselves, so people pad or repeat them. */
const FAVOURITES = `
  password passw0rd p@ssword p@ssw0rd pass1234 qwerty qwertyuiop qwerty123 asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e4r
  1qaz2wsx abc123 abcd1234 abcdef 123abc 123456 12345678 123456789 1234567890 111111 000000 123123 654321 987654321
  letmein welcome welcome1 admin admin123 administrator root toor login guest user test testing demo default changeme
  secret iloveyou loveme sunshine princess monkey dragon football baseball basketball master shadow superman batman
  trustno1 michael jordan starwars whatever freedom computer internet hello helloworld ninja mustang summer winter
  autumn spring google facebook linkedin samsung pokemon killer hunter charlie jessica ashley daniel prompthold
`;
const PADDINGS = [
  ...['1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '1234567890', '12345678910'],
  ...['0', '00', '000', '0000', '11', '111', '1111', '321', '4321', '54321', '654321', '987654321', '0987654321'],
  ...['!', '!!', '!!!', '1!', '12!', '123!', '1234!', '12345!', '123456!', '@123', '@1234', '#123', '#1234'],
  ...['2019', '2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027', '2024!', '2025!', '2026!', '2027!'],
];
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  '12345678901234567890',
  '98765432109876543210',
];

const splitList = (text: string): string[] => text.trim().split(/\s+/);

function toVariants(word: string): string[] {
  const repeated = [2, 3, 4].map((times) => word.repeat(times));
  return [...PADDINGS.flatMap((padding) => [word + padding, padding + word]), ...repeated];
}

const commonPasswords: ReadonlySet<string> = new Set([
  ...splitList(LEAKED),
  ...splitList(FAVOURITES).flatMap(toVariants),
]);

/** Whether it would be guessed early: listed (in any case), a single repeated character, or a sequence. */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  const [first = ''] = folded;
  return (
    commonPasswords.has(folded) ||
    folded === first.repeat(folded.length / first.length) ||
    SEQUENCES.some((sequence) => sequence.startsWith(folded))
  );
}
