Creator "igraph version 0.10.2 Sun Nov 22 14:20:19 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    name "v000"
  ]
  node
  [
    id 1
    name "v025"
  ]
  node
  [
    id 2
    name "v04a"
  ]
  node
  [
    id 3
    name "v0b9"
  ]
  node
  [
    id 4
    name "v4ea"
  ]
  node
  [
    id 5
    name "v06f"
  ]
  node
  [
    id 6
    name "v094"
  ]
  node
  [
    id 7
    name "v103"
  ]
  node
  [
    id 8
    name "v39d"
  ]
  node
  [
    id 9
    name "v128"
  ]
  node
  [
    id 10
    name "v206"
  ]
  node
  [
    id 11
    name "v0de"
  ]
  node
  [
    id 12
    name "v14d"
  ]
  node
  [
    id 13
    name "v172"
  ]
  node
  [
    id 14
    name "v197"
  ]
  node
  [
    id 15
    name "v1bc"
  ]
  node
  [
    id 16
    name "v47b"
  ]
  node
  [
    id 17
    name "v4a0"
  ]
  node
  [
    id 18
    name "v1e1"
  ]
  node
  [
    id 19
    name "v250"
  ]
  node
  [
    id 20
    name "v2bf"
  ]
  node
  [
    id 21
    name "v22b"
  ]
  node
  [
    id 22
    name "v275"
  ]
  node
  [
    id 23
    name "v3c2"
  ]
  node
  [
    id 24
    name "v309"
  ]
  node
  [
    id 25
    name "v29a"
  ]
  node
  [
    id 26
    name "v2e4"
  ]
  node
  [
    id 27
    name "v32e"
  ]
  node
  [
    id 28
    name "v353"
  ]
  node
  [
    id 29
    name "v50f"
  ]
  node
  [
    id 30
    name "v378"
  ]
  node
  [
    id 31
    name "v3e7"
  ]
  node
  [
    id 32
    name "v40c"
  ]
  node
  [
    id 33
    name "v431"
  ]
  node
  [
    id 34
    name "v4c5"
  ]
  node
  [
    id 35
    name "v456"
  ]
  edge
  [
    source 1
    target 0
    weight 3.41
  ]
  edge
  [
    source 2
    target 0
    weight 1.86
  ]
  edge
  [
    source 3
    target 0
    weight 6.36
  ]
  edge
  [
    source 4
    target 0
    weight 1.15
  ]
  edge
  [
    source 5
    target 0
    weight 5.32
  ]
  edge
  [
    source 2
    target 1
    weight 3.79
  ]
  edge
  [
    source 5
    target 1
    weight 1.02
  ]
  edge
  [
    source 6
    target 1
    weight 5.07
  ]
  edge
  [
    source 3
    target 1
    weight 0.84
  ]
  edge
  [
    source 6
    target 2
    weight 4.4
  ]
  edge
  [
    source 3
    target 2
    weight 1.13
  ]
  edge
  [
    source 7
    target 2
    weight 1.32
  ]
  edge
  [
    source 6
    target 5
    weight 4.32
  ]
  edge
  [
    source 8
    target 5
    weight 7.94
  ]
  edge
  [
    source 9
    target 5
    weight 1.61
  ]
  edge
  [
    source 10
    target 6
    weight 2.51
  ]
  edge
  [
    source 11
    target 7
    weight 6.15
  ]
  edge
  [
    source 11
    target 9
    weight 9.03
  ]
  edge
  [
    source 12
    target 11
    weight 5.69
  ]
  edge
  [
    source 13
    target 11
    weight 4.07
  ]
  edge
  [
    source 14
    target 11
    weight 9.29
  ]
  edge
  [
    source 9
    target 7
    weight 0.92
  ]
  edge
  [
    source 13
    target 7
    weight 8.23
  ]
  edge
  [
    source 14
    target 7
    weight 3.11
  ]
  edge
  [
    source 15
    target 7
    weight 1.8
  ]
  edge
  [
    source 13
    target 9
    weight 1.56
  ]
  edge
  [
    source 14
    target 9
    weight 3.28
  ]
  edge
  [
    source 13
    target 12
    weight 7.85
  ]
  edge
  [
    source 14
    target 12
    weight 2.13
  ]
  edge
  [
    source 14
    target 13
    weight 5.73
  ]
  edge
  [
    source 15
    target 14
    weight 6.25
  ]
  edge
  [
    source 16
    target 14
    weight 3.85
  ]
  edge
  [
    source 17
    target 14
    weight 5.43
  ]
  edge
  [
    source 18
    target 15
    weight 1.07
  ]
  edge
  [
    source 15
    target 10
    weight 1.04
  ]
  edge
  [
    source 19
    target 15
    weight 2.35
  ]
  edge
  [
    source 20
    target 15
    weight 6.62
  ]
  edge
  [
    source 18
    target 10
    weight 4.35
  ]
  edge
  [
    source 21
    target 18
    weight 3.33
  ]
  edge
  [
    source 19
    target 18
    weight 5.77
  ]
  edge
  [
    source 22
    target 18
    weight 4.58
  ]
  edge
  [
    source 21
    target 10
    weight 3.2
  ]
  edge
  [
    source 23
    target 10
    weight 7.65
  ]
  edge
  [
    source 24
    target 10
    weight 6.79
  ]
  edge
  [
    source 17
    target 10
    weight 2.7
  ]
  edge
  [
    source 22
    target 21
    weight 5.67
  ]
  edge
  [
    source 21
    target 16
    weight 5.23
  ]
  edge
  [
    source 23
    target 21
    weight 8.38
  ]
  edge
  [
    source 22
    target 19
    weight 7.07
  ]
  edge
  [
    source 26
    target 25
    weight 3.09
  ]
  edge
  [
    source 25
    target 24
    weight 9.32
  ]
  edge
  [
    source 27
    target 25
    weight 1.56
  ]
  edge
  [
    source 28
    target 25
    weight 4.26
  ]
  edge
  [
    source 29
    target 25
    weight 7.31
  ]
  edge
  [
    source 25
    target 8
    weight 1.87
  ]
  edge
  [
    source 26
    target 20
    weight 4.9
  ]
  edge
  [
    source 24
    target 20
    weight 0.85
  ]
  edge
  [
    source 27
    target 20
    weight 6.51
  ]
  edge
  [
    source 28
    target 20
    weight 7.38
  ]
  edge
  [
    source 26
    target 24
    weight 5.66
  ]
  edge
  [
    source 27
    target 26
    weight 8.38
  ]
  edge
  [
    source 28
    target 26
    weight 3.32
  ]
  edge
  [
    source 27
    target 24
    weight 6.76
  ]
  edge
  [
    source 28
    target 24
    weight 5.85
  ]
  edge
  [
    source 28
    target 27
    weight 5.72
  ]
  edge
  [
    source 30
    target 8
    weight 4.61
  ]
  edge
  [
    source 30
    target 23
    weight 8.06
  ]
  edge
  [
    source 31
    target 30
    weight 9
  ]
  edge
  [
    source 32
    target 30
    weight 4.77
  ]
  edge
  [
    source 33
    target 30
    weight 6.48
  ]
  edge
  [
    source 23
    target 8
    weight 1.05
  ]
  edge
  [
    source 31
    target 8
    weight 6.81
  ]
  edge
  [
    source 32
    target 8
    weight 6.32
  ]
  edge
  [
    source 32
    target 23
    weight 9.44
  ]
  edge
  [
    source 33
    target 23
    weight 7.9
  ]
  edge
  [
    source 34
    target 23
    weight 3.06
  ]
  edge
  [
    source 32
    target 31
    weight 3.97
  ]
  edge
  [
    source 33
    target 31
    weight 6.52
  ]
  edge
  [
    source 33
    target 32
    weight 0.7
  ]
  edge
  [
    source 35
    target 16
    weight 4.66
  ]
  edge
  [
    source 35
    target 17
    weight 2.01
  ]
  edge
  [
    source 35
    target 34
    weight 1.55
  ]
  edge
  [
    source 35
    target 4
    weight 1.03
  ]
  edge
  [
    source 35
    target 29
    weight 7.41
  ]
  edge
  [
    source 17
    target 16
    weight 1.66
  ]
  edge
  [
    source 34
    target 16
    weight 2.73
  ]
  edge
  [
    source 16
    target 4
    weight 4.02
  ]
  edge
  [
    source 29
    target 17
    weight 8.34
  ]
  edge
  [
    source 34
    target 29
    weight 1.23
  ]
  edge
  [
    source 29
    target 4
    weight 4.54
  ]
]
