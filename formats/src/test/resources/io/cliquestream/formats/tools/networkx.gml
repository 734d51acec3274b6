graph [
  node [
    id 0
    label "Zo&#235; M&#252;ller"
  ]
  node [
    id 1
    label "O'Brien, &#34;Pat&#34;"
  ]
  node [
    id 2
    label "&#26481;&#20140;"
  ]
  node [
    id 3
    label "a;b|c"
  ]
  node [
    id 4
    label "x&#9;y"
  ]
  node [
    id 5
    label "+1"
  ]
  node [
    id 6
    label "&#937; &#38; <&#968;>"
  ]
  node [
    id 7
    label "007"
  ]
  node [
    id 8
    label "-3"
  ]
  node [
    id 9
    label "na&#239;ve caf&#233;"
  ]
  node [
    id 10
    label "v172"
  ]
  node [
    id 11
    label "v197"
  ]
  node [
    id 12
    label "v1bc"
  ]
  node [
    id 13
    label "v1e1"
  ]
  node [
    id 14
    label "v206"
  ]
  node [
    id 15
    label "v22b"
  ]
  node [
    id 16
    label "v250"
  ]
  node [
    id 17
    label "v275"
  ]
  node [
    id 18
    label "v29a"
  ]
  node [
    id 19
    label "v2bf"
  ]
  node [
    id 20
    label "v2e4"
  ]
  node [
    id 21
    label "v309"
  ]
  node [
    id 22
    label "v32e"
  ]
  node [
    id 23
    label "v353"
  ]
  node [
    id 24
    label "v378"
  ]
  node [
    id 25
    label "v39d"
  ]
  node [
    id 26
    label "v3c2"
  ]
  node [
    id 27
    label "v3e7"
  ]
  node [
    id 28
    label "v40c"
  ]
  node [
    id 29
    label "v431"
  ]
  node [
    id 30
    label "v456"
  ]
  node [
    id 31
    label "v47b"
  ]
  node [
    id 32
    label "v4a0"
  ]
  node [
    id 33
    label "v4c5"
  ]
  node [
    id 34
    label "v4ea"
  ]
  node [
    id 35
    label "v50f"
  ]
  edge [
    source 0
    target 1
    weight 3.41
  ]
  edge [
    source 0
    target 2
    weight 1.86
  ]
  edge [
    source 0
    target 5
    weight 6.36
  ]
  edge [
    source 0
    target 34
    weight 1.15
  ]
  edge [
    source 0
    target 3
    weight 5.32
  ]
  edge [
    source 1
    target 2
    weight 3.79
  ]
  edge [
    source 1
    target 3
    weight 1.02
  ]
  edge [
    source 1
    target 4
    weight 5.07
  ]
  edge [
    source 1
    target 5
    weight 0.84
  ]
  edge [
    source 2
    target 4
    weight 4.4
  ]
  edge [
    source 2
    target 5
    weight 1.13
  ]
  edge [
    source 2
    target 7
    weight 1.32
  ]
  edge [
    source 3
    target 4
    weight 4.32
  ]
  edge [
    source 3
    target 25
    weight 7.94
  ]
  edge [
    source 3
    target 8
    weight 1.61
  ]
  edge [
    source 4
    target 14
    weight 2.51
  ]
  edge [
    source 6
    target 7
    weight 6.15
  ]
  edge [
    source 6
    target 8
    weight 9.03
  ]
  edge [
    source 6
    target 9
    weight 5.69
  ]
  edge [
    source 6
    target 10
    weight 4.07
  ]
  edge [
    source 6
    target 11
    weight 9.29
  ]
  edge [
    source 7
    target 8
    weight 0.92
  ]
  edge [
    source 7
    target 10
    weight 8.23
  ]
  edge [
    source 7
    target 11
    weight 3.11
  ]
  edge [
    source 7
    target 12
    weight 1.8
  ]
  edge [
    source 8
    target 10
    weight 1.56
  ]
  edge [
    source 8
    target 11
    weight 3.28
  ]
  edge [
    source 9
    target 10
    weight 7.85
  ]
  edge [
    source 9
    target 11
    weight 2.13
  ]
  edge [
    source 10
    target 11
    weight 5.73
  ]
  edge [
    source 11
    target 12
    weight 6.25
  ]
  edge [
    source 11
    target 31
    weight 3.85
  ]
  edge [
    source 11
    target 32
    weight 5.43
  ]
  edge [
    source 12
    target 13
    weight 1.07
  ]
  edge [
    source 12
    target 14
    weight 1.04
  ]
  edge [
    source 12
    target 16
    weight 2.35
  ]
  edge [
    source 12
    target 19
    weight 6.62
  ]
  edge [
    source 13
    target 14
    weight 4.35
  ]
  edge [
    source 13
    target 15
    weight 3.33
  ]
  edge [
    source 13
    target 16
    weight 5.77
  ]
  edge [
    source 13
    target 17
    weight 4.58
  ]
  edge [
    source 14
    target 15
    weight 3.2
  ]
  edge [
    source 14
    target 26
    weight 7.65
  ]
  edge [
    source 14
    target 21
    weight 6.79
  ]
  edge [
    source 14
    target 32
    weight 2.7
  ]
  edge [
    source 15
    target 17
    weight 5.67
  ]
  edge [
    source 15
    target 31
    weight 5.23
  ]
  edge [
    source 15
    target 26
    weight 8.38
  ]
  edge [
    source 16
    target 17
    weight 7.07
  ]
  edge [
    source 18
    target 20
    weight 3.09
  ]
  edge [
    source 18
    target 21
    weight 9.32
  ]
  edge [
    source 18
    target 22
    weight 1.56
  ]
  edge [
    source 18
    target 23
    weight 4.26
  ]
  edge [
    source 18
    target 35
    weight 7.31
  ]
  edge [
    source 18
    target 25
    weight 1.87
  ]
  edge [
    source 19
    target 20
    weight 4.9
  ]
  edge [
    source 19
    target 21
    weight 0.85
  ]
  edge [
    source 19
    target 22
    weight 6.51
  ]
  edge [
    source 19
    target 23
    weight 7.38
  ]
  edge [
    source 20
    target 21
    weight 5.66
  ]
  edge [
    source 20
    target 22
    weight 8.38
  ]
  edge [
    source 20
    target 23
    weight 3.32
  ]
  edge [
    source 21
    target 22
    weight 6.76
  ]
  edge [
    source 21
    target 23
    weight 5.85
  ]
  edge [
    source 22
    target 23
    weight 5.72
  ]
  edge [
    source 24
    target 25
    weight 4.61
  ]
  edge [
    source 24
    target 26
    weight 8.06
  ]
  edge [
    source 24
    target 27
    weight 9.0
  ]
  edge [
    source 24
    target 28
    weight 4.77
  ]
  edge [
    source 24
    target 29
    weight 6.48
  ]
  edge [
    source 25
    target 26
    weight 1.05
  ]
  edge [
    source 25
    target 27
    weight 6.81
  ]
  edge [
    source 25
    target 28
    weight 6.32
  ]
  edge [
    source 26
    target 28
    weight 9.44
  ]
  edge [
    source 26
    target 29
    weight 7.9
  ]
  edge [
    source 26
    target 33
    weight 3.06
  ]
  edge [
    source 27
    target 28
    weight 3.97
  ]
  edge [
    source 27
    target 29
    weight 6.52
  ]
  edge [
    source 28
    target 29
    weight 0.7
  ]
  edge [
    source 30
    target 31
    weight 4.66
  ]
  edge [
    source 30
    target 32
    weight 2.01
  ]
  edge [
    source 30
    target 33
    weight 1.55
  ]
  edge [
    source 30
    target 34
    weight 1.03
  ]
  edge [
    source 30
    target 35
    weight 7.41
  ]
  edge [
    source 31
    target 32
    weight 1.66
  ]
  edge [
    source 31
    target 33
    weight 2.73
  ]
  edge [
    source 31
    target 34
    weight 4.02
  ]
  edge [
    source 32
    target 35
    weight 8.34
  ]
  edge [
    source 33
    target 35
    weight 1.23
  ]
  edge [
    source 34
    target 35
    weight 4.54
  ]
]
