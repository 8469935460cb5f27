/** Words that people choose as a password and extend until it satisfies the rules. */
export const words = `
password passwd passw0rd p@ssword p@ssw0rd pa$$word pass pwd welcome admin administrator root guest user test testing
demo default changeme secret login letmein access hello helloworld iloveyou loveyou love lovely loveme forever trustno
whatever computer internet server system manager office company security monkey dragon tiger panda eagle phoenix
dolphin wolf lion horse snake rabbit kitty puppy sunshine moonlight rainbow princess prince angel baby family flower
butterfly chocolate cookie cheese banana orange apple cherry lemon pepper ginger summer winter spring autumn january
february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday football baseball basketball soccer hockey superman batman spiderman starwars pokemon naruto matrix
master shadow killer hunter ranger warrior ninja wizard magic lucky happy smile money freedom peace victory
michael jordan michelle jennifer charlie thomas robert daniel andrew joshua matthew ashley jessica amanda nicole george
william richard david james john alex anna maria sophie emma oliver samuel martin peter
qwerty qwertyui qwertyuiop qwert asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qwe qweasd qweasdzxc asdzxc wasd
abc abcd abcde abcdef abcdefg abcabc aaa aaaa aaaaaa xxx zzz
china beijing shanghai guangzhou shenzhen hangzhou nanjing wuhan chengdu chongqing london paris newyork america england
chelsea arsenal liverpool barcelona juventus realmadrid
woaini woaiwojia woainimen woaiziji wodemima mima nihao zhongguo tiankong xingfu kuaile pengyou laopo laogong baobao
mama baba gongsi dianhua shouji diannao yonghu guanliyuan denglu huanying
zhang wang zhao chen yang huang zhou liu xiao sun guo lin gao luo zheng liang xie song tang deng
taobao tencent alibaba weixin wechat alipay dingding dingtalk baidu jingdong huawei xiaomi iphone android windows
microsoft google facebook samsung oracle linux mysql
`
  .trim()
  .split(/\s+/);

export const suffixes = `
1 12 123 1234 12345 123456 1234567 12345678 123456789 0 00 01 007 11 111 1111 111111 66 666 6666 88 888 8888 99 999 100
123123 123321 321 654321 520 521 1314 5201314 147258 112233 000000
! !! !@# 1! 123! 1234! 123456! @1 @12 @123 @1234 @12345 @123456 #123 _123 .123 !123
`
  .trim()
  .split(/\s+/);

/** Suffixes: years of birth up to a few years from now. */
export const years = Array.from({ length: 51 }, (_, i) => String(1980 + i));

export const prefixes = '1 12 123 1234 123456 111 520 666 888'.split(' ');

/** Keyboard patterns and other complete passwords. */
export const commonPasswords = `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 2wsx3edc
!qaz2wsx !QAZ2wsx 1qaz!QAZ 1qaz@WSX 1QAZ2WSX qwer1234 1234qwer asdf1234 1234asdf zxcv1234 1234zxcv q1q1q1q1 a1b2c3d4
a1s2d3f4 1a2b3c4d 1a2s3d4f abcd1234 1234abcd abc12345 abc123456 abc123abc 123abc123 aa123456 aa12345678 a123456789
a1234567890 123456789a 1234567a 12345678a 123456abc 123456aa 123qwe123 123qweasd qwe123456 123456qwe qweasd123 asd123456
zxc123456 qaz123456 qazwsx123 wsx123456 qq123456 qq123456789 123456qq wo123456 woaini520 woaini1314 woaini5201314 5201314a
a5201314 520520a 1314520a li123456 wx123456 zz123456 xx123456 ss123456 asdasd123 qweqwe123 123123a 123123aa 123123qwe
147258369a 789456123a a147258369 159357abc 987654321a trustno1 ncc1701d p@ssw0rd1 Pass@123 Pass@1234 Admin@123 Admin@1234
Root@123 Test@123 Aa123456 Aa123456! Aa123456. Aa12345678 Abc@1234 Abc@123456 Abc123!@# Qwer1234 Qwer@1234 Qwe123!@#
Zxcvbnm1 Zxcvbnm123 Asdf@1234 Passw0rd! P@ssw0rd P@ssw0rd! P@ssw0rd123 P@$$w0rd P@55w0rd Welcome1! Welcome@123
`
  .trim()
  .split(/\s+/);

/** Words of the subject of this product. */
export const contextWords = `
yunzhang qianming qianyue dianziqianming hetong qianzi yinzhang gaizhang esign esignature signature contract foyer
`
  .trim()
  .split(/\s+/);
